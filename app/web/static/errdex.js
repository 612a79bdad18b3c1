// Conveniences only; every page works without them.

const pasteForm = document.querySelector("form.paste");

if (pasteForm) {
  const box = pasteForm.querySelector("textarea");
  const file = pasteForm.querySelector("input[type=file]");

  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      pasteForm.requestSubmit();
    }
  });

  for (const kind of ["dragover", "drop"]) {
    box.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (kind === "drop") {
        file.files = event.dataTransfer.files;
        file.focus();
      }
    });
  }
}

if (navigator.clipboard) {
  for (const block of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const text = block.querySelector("code").textContent;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select and copy";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    block.append(button);
  }
}
