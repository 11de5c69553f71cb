"""What schemathesis must know of the page: who has no cookie is sent to /enter, which is a refusal as 401 is for a program."""

import schemathesis


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 303 and response.headers.get("location") == ["/enter"]:
        response.status_code = 401
        response.headers["content-type"] = ["text/plain; charset=utf-8"]
