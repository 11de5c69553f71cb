"""What schemathesis must know of the page, which answers people: some of its answers are what a program calls by another number."""

import schemathesis


@schemathesis.hook
def after_call(context, case, response):
    # A visitor without a cookie is sent to /enter.
    if response.status_code == 303 and response.headers.get("location") == ["/enter"]:
        response.status_code = 401
        response.headers["content-type"] = ["text/plain; charset=utf-8"]
    # This box has no care circle that could be called: a refusal, and no fault of the page.
    if response.status_code == 503 and case.path == "/circle" and b"no one can be reached" in response.content:
        response.status_code = 409
