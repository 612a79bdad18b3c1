"""The members of JSON logs and answers: which say nothing of the error, and which hold its class, message or frames."""

from __future__ import annotations

__all__ = [
    "CLASS_KEYS",
    "ERROR_KEYS",
    "EXCEPTION_KEYS",
    "FILE_KEYS",
    "FRAME_LISTS",
    "FUNCTION_KEYS",
    "LINE_KEYS",
    "MAYBE_CLASS_KEYS",
    "MESSAGE_KEYS",
    "SKIPPED_KEYS",
    "TRACE_KEYS",
]

# Members that say nothing about the error itself. An HTTP body's `type` is the API's, not the class.
SKIPPED_KEYS = frozenset(
    [
        "ts",
        "time",
        "timestamp",
        "@timestamp",
        "date",
        "level",
        "levelname",
        "log.level",
        "severity",
        "logger",
        "name",
        "logger_name",
        "thread",
        "threadname",
        "process",
        "pid",
        "host",
        "hostname",
        "service",
        "version",
        "caller",
        "module",
        "funcname",
        "filename",
        "pathname",
        "id",
        "request_id",
        "requestid",
        "trace_id",
        "span_id",
        "type",
        "object",
        "stream",
        "param",
        "exc_module",
        "cell_type",
        "output_type",
        "execution_count",
        "language",
        "status",
    ]
)
CLASS_KEYS = frozenset(
    [
        "ename",
        "exc_type",
        "exc_class",
        "errortype",
        "exception_type",
        "exceptiontype",
        "exception_class",
        "exceptionclass",
        "errorclass",
        "error_class",
        "exception.type",
        "error.type",
        "exc_name",
    ]
)
MESSAGE_KEYS = frozenset(
    [
        "evalue",
        "exc_message",
        "exc_value",
        "exc_msg",
        "errormessage",
        "error_message",
        "exception_message",
        "exceptionmessage",
        "exception.message",
        "error.message",
        "exception_value",
    ]
)
# Members that may hold a class, with the member that then holds its message.
MAYBE_CLASS_KEYS = {
    "type": frozenset(["value"]),
    "error": frozenset(["message", "detail", "msg", "error_description"]),
    "exception": frozenset(["message", "detail", "msg", "value"]),
    "class": frozenset(["message", "description"]),
}
# What an object or array is called that holds exceptions: there a class may be called as it likes.
EXCEPTION_KEYS = frozenset(["exception", "exceptions", "values"])
TRACE_KEYS = frozenset(
    ["stacktrace", "stack_trace", "traceback", "stack", "tb", "exc_info", "exception.stacktrace"]
)
ERROR_KEYS = frozenset(
    [
        "error",
        "errors",
        "err",
        "errmsg",
        "detail",
        "reason",
        "exception",
        "exc_message",
        "evalue",
        "errormessage",
    ]
)
# A list of frames as objects, and the members of one.
FRAME_LISTS = frozenset(["frames", "stacktrace", "stack_trace", "stack", "traceback", "trace", "backtrace"])
FILE_KEYS = frozenset(["filename", "file", "abs_path", "filepath", "path"])
LINE_KEYS = frozenset(["lineno", "line", "line_number", "linenumber"])
FUNCTION_KEYS = frozenset(["name", "function", "func", "method", "funcname", "function_name"])
