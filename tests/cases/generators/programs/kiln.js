class TooHot extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "TooHot";
  }
}

function fire(load, cone) {
  throw new TooHot(`cone ${cone} is above the limit of 10 for ${load}`); // site: fire
}

function chain(load) {
  try {
    null.map(load);
  } catch (error) {
    throw new Error(`cannot fire ${load}`, { cause: error }); // site: chain
  }
}

const which = process.argv[2];
if (which === "chain") chain("vase");
else if (which === "promise") Promise.reject(new TooHot("cone 12 is too hot")); // site: promise
else fire("bowl", 12);
