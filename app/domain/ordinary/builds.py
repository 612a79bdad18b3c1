"""Ordinary lines of package managers, compilers, tests and continuous integration; invented."""

LINES = """
Collecting requests==2.32.3
  Downloading requests-2.32.3-py3-none-any.whl (64 kB)
Requirement already satisfied: idna<4,>=2.5 in ./venv/lib/python3.11/site-packages (from requests) (3.7)
Using cached certifi-2026.1.1-py3-none-any.whl (160 kB)
Installing build dependencies: started
Installing build dependencies: finished with status 'done'
Getting requirements to build wheel: finished with status 'done'
Preparing metadata (pyproject.toml): finished with status 'done'
Building wheels for collected packages: shop
  Building wheel for shop (pyproject.toml): finished with status 'done'
Successfully built shop
Installing collected packages: urllib3, idna, certifi, requests
    Found existing installation: idna 3.6
    Uninstalling idna-3.6:
      Successfully uninstalled idna-3.6
Successfully installed certifi-2026.1.1 idna-3.7 requests-2.32.3 urllib3-2.2.1
[notice] A new release of pip is available: 24.0 -> 25.1
[notice] To update, run: pip install --upgrade pip
WARNING: Running pip as the 'root' user can result in broken permissions and conflicting behaviour with the system package manager
Resolved 41 packages in 12ms
Audited 41 packages in 0.08ms
Creating virtual environment at: .venv
Activate with: source .venv/bin/activate
added 312 packages, and audited 313 packages in 9s
found 0 vulnerabilities
8 packages are looking for funding
  run `npm fund` for details
npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory. Do not use it.
npm notice New minor version of npm available! 10.2.0 -> 10.9.0
> shop@1.4.0 build
> tsc && vite build
vite v5.2.0 building for production...
transforming...
rendering chunks...
dist/assets/index-4f1c.js   143.21 kB | gzip: 46.10 kB
built in 2.31s
yarn install v1.22.19
[1/4] Resolving packages...
success Saved lockfile.
Done in 8.11s.
   Compiling serde v1.0.203
   Compiling shop v0.1.0 (/srv/shop)
warning: unused variable: `count`
warning: `shop` (lib) generated 1 warning (run `cargo fix --lib -p shop` to apply 1 suggestion)
    Finished `release` profile [optimized] target(s) in 12.40s
     Running `target/release/shop`
     Running unittests src/lib.rs (target/debug/deps/shop-1f)
test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
go: downloading golang.org/x/text v0.14.0
ok      example.com/shop/cart   0.012s
?       example.com/shop/cmd    [no test files]
--- PASS: TestTotal (0.00s)
[INFO] Scanning for projects...
[INFO] --- maven-compiler-plugin:3.11.0:compile (default-compile) @ shop ---
[INFO] Nothing to compile - all classes are up to date
[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0
[INFO] BUILD SUCCESS
[INFO] Total time:  4.120 s
> Task :compileJava UP-TO-DATE
BUILD SUCCESSFUL in 3s
-- The C compiler identification is GNU 13.2.0
-- Check for working C compiler: /usr/bin/cc - skipped
-- Looking for pthread_create in pthreads - not found
-- Found OpenSSL: /usr/lib/libcrypto.so (found version "3.0.13")
-- Configuring done (1.2s)
-- Build files have been written to: /srv/build
[ 50%] Building C object CMakeFiles/shop.dir/main.c.o
[100%] Built target shop
make: Nothing to be done for 'all'.
make[1]: Entering directory '/srv/src'
make[1]: Leaving directory '/srv/src'
checking for gcc... gcc
checking whether the C compiler works... yes
checking for stdlib.h... yes
configure: creating ./config.status
main.c:12:5: warning: implicit declaration of function 'total' [-Wimplicit-function-declaration]
main.c:14:9: note: each undeclared identifier is reported only once for each function it appears in
#5 [2/6] RUN apt-get update && apt-get install -y curl
#7 exporting to image
#8 CACHED
#9 DONE 0.3s
Step 3/9 : COPY . /app
 ---> Using cache
Successfully tagged shop:latest
latest: Pulling from library/python
3f4ca61aafcd: Pull complete
Status: Downloaded newer image for python:3.11-slim
Get:1 http://mirror.example/debian bookworm InRelease [151 kB]
Reading package lists... Done
Building dependency tree... Done
The following NEW packages will be installed:
0 upgraded, 3 newly installed, 0 to remove and 0 not upgraded.
Setting up curl (7.88.1-10) ...
Processing triggers for libc-bin (2.36-9) ...
============================= test session starts ==============================
platform linux -- Python 3.11.9, pytest-8.2.0, pluggy-1.5.0
rootdir: /srv/shop
collected 41 items
tests/test_cart.py ..............                                        [ 34%]
tests/test_orders.py::test_total PASSED                                  [ 36%]
tests/test_orders.py::test_old SKIPPED (needs a database)                [ 38%]
========================= 41 passed, 1 skipped in 2.31s =========================
Ran 12 tests in 0.021s
Coverage report: total 91%
All checks passed!
Success: no issues found in 41 source files
41 files left unchanged
would reformat shop/cart.py
black....................................................................Passed
check for merge conflicts................................................Passed
trailing whitespace......................................................Skipped
Run actions/checkout@v4
Syncing repository: acme/shop
Cache restored from key: Linux-pip-9f1c
Cache not found for input keys: Linux-node-1a2b
Post job cleanup.
Uploading artifact: coverage.xml
Job succeeded
Cloning into 'shop'...
remote: Enumerating objects: 812, done.
remote: Compressing objects: 100% (300/300), done.
Receiving objects: 100% (812/812), 1.20 MiB | 4.10 MiB/s, done.
Already up to date.
Your branch is up to date with 'origin/main'.
nothing to commit, working tree clean
Switched to a new branch 'fix-total'
Auto-merging shop/cart.py
 2 files changed, 14 insertions(+), 3 deletions(-)
Initializing provider plugins...
Terraform has been successfully initialized!
Plan: 3 to add, 0 to change, 1 to destroy.
Apply complete! Resources: 3 added, 0 changed, 1 destroyed.
PLAY [web] *********************************************************************
TASK [Gathering Facts] *********************************************************
ok: [web1]
changed: [web1]
web1 : ok=4 changed=1 unreachable=0 failed=0 skipped=2 rescued=0 ignored=0
Linting 41 files, no problems were found
Generating documentation for module shop
dumping object inventory... done
build succeeded, 2 warnings.
Unpacking the archive to the target directory
Removing the temporary directory
Downloading file 3 of 12, 40 MB at 12 MB/s
Checksum of the file is valid
The package is already installed at version 1.4
"""
