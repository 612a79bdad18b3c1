"""Ordinary lines of servers, containers, databases and clusters; invented."""

LINES = """
INFO:     Started server process [4127]
INFO:     Waiting for application startup.
INFO:     Application startup complete.
INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)
INFO:     10.1.4.9:51834 - "GET /healthz HTTP/1.1" 200 OK
INFO:     10.1.4.9:51840 - "POST /v1/orders HTTP/1.1" 422 Unprocessable Entity
INFO:     10.1.4.9:51841 - "GET /favicon.ico HTTP/1.1" 404 Not Found
INFO:     Shutting down
INFO:     Finished server process [4127]
[2026-03-02 08:00:01 +0000] [17] [INFO] Starting gunicorn 23.0.0
[2026-03-02 08:00:01 +0000] [17] [INFO] Listening at: http://127.0.0.1:9000 (17)
[2026-03-02 08:00:01 +0000] [17] [INFO] Using worker: sync
[2026-03-02 08:00:01 +0000] [23] [INFO] Booting worker with pid: 23
[2026-03-02 09:14:55 +0000] [17] [WARNING] Worker with pid 23 was terminated due to signal 15
[2026-03-02 09:14:56 +0000] [17] [INFO] Handling signal: term
 * Serving application 'shop' in lazy loading mode
 * Environment: production
 * Debug mode: off
 * Running on all addresses
WARNING: This is a development server. Do not use it in a production deployment. Use a production WSGI server instead.
Watching for file changes with StatReloader
Performing system checks...
System check identified no issues (0 silenced).
You have 3 unapplied migration(s). Your project may not work properly until you apply the migrations for app(s): orders.
Run 'python manage.py migrate' to apply them.
Quit the server with CONTROL-C.
Operations to perform:
  Apply all migrations: admin, orders, sessions
Running migrations:
  Applying orders.0004_add_total... OK
[02/Mar/2026 08:12:44] "GET /orders/ HTTP/1.1" 200 5123
[02/Mar/2026 08:12:45] "GET /static/css/site.css HTTP/1.1" 304 0
127.0.0.1 - - [02/Mar/2026:08:15:02 +0000] "GET /index.html HTTP/1.1" 200 612 "-" "curl/8.5.0"
192.0.2.7 - alice [02/Mar/2026:08:15:03 +0000] "PUT /files/7 HTTP/2.0" 201 17 "https://shop.example/" "Mozilla/5.0"
nginx: configuration file /etc/nginx/nginx.conf test is successful
2026/03/02 08:15:10 [notice] 1#1: start worker processes
2026/03/02 08:15:10 [notice] 1#1: signal 3 (SIGQUIT) received, shutting down
Mar  2 08:20:00 web1 systemd[1]: Started shop.service - Shop application server.
Mar  2 08:20:00 web1 systemd[1]: Stopping shop.service - Shop application server...
Mar  2 08:20:01 web1 sshd[811]: Accepted publickey for deploy from 192.0.2.44 port 50122 ssh2
Mar  2 08:20:02 web1 CRON[902]: (root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.daily)
Mar  2 08:20:03 web1 kernel: [  12.345678] eth0: link becomes ready
LOG:  database system is ready to accept connections
LOG:  checkpoint complete: wrote 44 buffers (0.3%); 0 WAL file(s) added, 0 removed, 1 recycled
LOG:  automatic vacuum of table "shop.public.orders": index scans: 1
1:M 02 Mar 2026 08:00:01.100 * Ready to accept connections tcp
1:M 02 Mar 2026 08:00:01.100 * DB loaded from disk: 0.001 seconds
1:M 02 Mar 2026 08:05:01.100 * 100 changes in 300 seconds. Saving...
 -------------- celery@worker-1 v5.4.0 (opalescent)
[2026-03-02 08:00:04,120: INFO/MainProcess] Connected to redis://cache:6379/0
[2026-03-02 08:00:04,220: INFO/MainProcess] celery@worker-1 ready.
[2026-03-02 08:00:09,001: INFO/MainProcess] Task orders.tasks.settle[6f0c] received
[2026-03-02 08:00:09,501: INFO/ForkPoolWorker-2] Task orders.tasks.settle[6f0c] succeeded in 0.49s: None
[2026-03-02 08:00:10,001: WARNING/MainProcess] No hostname was supplied. Reverting to default 'localhost'
Container shop-db-1  Creating
Container shop-db-1  Started
Container shop-db-1  Healthy
Attaching to db-1, web-1
db-1   | PostgreSQL init process complete; ready for start up.
web-1  | Waiting for the database to become available
web-1  | Connection to the database was established after 3 attempts
NAME                    READY   STATUS    RESTARTS   AGE
web-5d9c7b6f4-abcde     1/1     Running   0          3d4h
deployment.apps/web configured
service/web unchanged
Normal  Scheduled  12s   default-scheduler  Successfully assigned shop/web-5d9c7b6f4 to node-3
Normal  Pulled     10s   kubelet            Container image "shop:1.4" already present on machine
Normal  Created    10s   kubelet            Created container: web
Readiness probe succeeded after the service was available
Waiting for deployment "web" rollout to finish: 1 out of 2 new replicas have been updated...
level=info msg="Server is ready to receive web requests."
level=info ts=2026-03-02T08:00:00Z caller=main.go:44 msg="Loading configuration file" filename=/etc/app.yml
level=warn msg="request took longer than expected" duration=2.3s path=/v1/search
{"level":"info","time":"2026-03-02T08:00:00Z","message":"listening on port 3000"}
{"level":"info","msg":"request completed","method":"GET","url":"/v1/items","statusCode":200,"responseTime":12}
{"timestamp":"2026-03-02T08:00:01Z","severity":"INFO","message":"user signed in","user_id":812}
2026-03-02 08:30:00,004 INFO sqlalchemy.engine.Engine BEGIN (implicit)
2026-03-02 08:30:00,005 INFO sqlalchemy.engine.Engine SELECT orders.id, orders.total FROM orders WHERE orders.id = ?
2026-03-02 08:30:00,006 INFO sqlalchemy.engine.Engine [generated in 0.00012s] (7,)
2026-03-02 08:30:00,007 INFO sqlalchemy.engine.Engine COMMIT
2026-03-02 08:31:11 INFO  [scheduler] Job "nightly report" was added to the queue
2026-03-02 08:31:12 INFO  [scheduler] Job "nightly report" finished successfully in 12.4 seconds
2026-03-02 08:31:13 DEBUG [http] Starting new HTTPS connection (1): api.example.com:443
2026-03-02 08:31:14 DEBUG [http] https://api.example.com:443 "GET /v1/status HTTP/1.1" 200 1532
2026-03-02 08:31:15 INFO  [auth] Token for user 12 was refreshed and will expire in 3600 seconds
2026-03-02 08:31:16 INFO  [cache] Cache miss for key user:12, loading the value from the database
2026-03-02 08:31:17 INFO  [mail] Message sent to the queue for delivery, 3 recipients
2026-03-02 08:31:18 WARN  [config] No value was set for LOG_LEVEL, using the default value INFO
2026-03-02 08:31:19 WARN  [config] The option "timeout" is deprecated and will be removed in a future version
2026-03-02 08:31:20 WARN  [http] Connection pool is full, discarding connection: api.example.com
2026-03-02 08:31:21 INFO  [http] Retrying the request in 2 seconds (attempt 2 of 5)
2026-03-02 08:31:22 INFO  [db] Connection to the database closed
2026-03-02 08:31:23 INFO  [files] Reading the configuration from /etc/shop/config.toml
2026-03-02 08:31:24 INFO  [files] The file already exists and is not overwritten
2026-03-02 08:31:25 INFO  [files] File not found, creating a new one
2026-03-02 08:31:26 INFO  [jobs] Number of workers is set to 4
2026-03-02 08:31:27 INFO  [jobs] All tasks have been completed, nothing to do
2026-03-02 08:31:28 INFO  [jobs] Task 12 of 40 is running on host node-3
2026-03-02 08:31:29 INFO  [session] Session expired, please log in again
2026-03-02 08:31:30 INFO  [api] Request for resource /v1/items/9 returned status code 404
2026-03-02 08:31:31 INFO  [api] The response has no body
2026-03-02 08:31:32 INFO  [api] Received request with method POST and content type application/json
2026-03-02 08:31:33 INFO  [net] Client 192.0.2.9 connected, client id is 55
2026-03-02 08:31:34 INFO  [net] Client 192.0.2.9 disconnected
2026-03-02 08:31:35 INFO  [net] Waiting for connection on port 7000
2026-03-02 08:31:36 INFO  [lock] Lock for resource orders acquired by worker 3, released after 12 ms
Zookeeper session established, session id is 0x1000
Partition assignment for group billing was updated
Leader election won, this node is now the leader
Heartbeat received from worker 3, state is healthy
Snapshot saved to /var/lib/app/snapshots/000812.snap
Health check passed
Stopping all workers
Reloading configuration
Ready to serve requests
"""
