import sys

from celery import Celery

import kiln

app = Celery("shift")
app.conf.task_always_eager = True
app.conf.task_eager_propagates = sys.argv[1] == "propagates"


@app.task(name="shift.fire")
def fire(load):
    kiln.fire(load, 12)


result = fire.delay("bowl")
print(result.traceback)
