"""Looks into the page's worker from outside.

Playwright's own way needs `eval` there, which the worker has given away. The browser's debugger
needs nothing of the page.
"""

import json

from .visit import Visit


class Inside:
    """The JavaScript of the page's one worker."""

    def __init__(self, visit: Visit):
        self.page = visit.page
        self.session = visit.context.new_cdp_session(visit.page)
        self.attached, self.answers = [], {}
        self.session.on("Target.attachedToTarget", lambda event: self.attached.append(event))
        self.session.on("Target.receivedMessageFromTarget", self.hear)
        attach = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        self.session.send("Target.setAutoAttach", attach)
        self.wait(lambda: self.attached)
        [worker] = [one for one in self.attached if one["targetInfo"]["type"] == "worker"]
        self.worker = worker["sessionId"]
        self.asked = 0

    def evaluate(self, expression: str):
        """Return the value of an expression there; raises RuntimeError with what it throws."""
        self.asked += 1
        parameters = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        question = {"id": self.asked, "method": "Runtime.evaluate", "params": parameters}
        message = {"sessionId": self.worker, "message": json.dumps(question)}
        self.session.send("Target.sendMessageToTarget", message)
        self.wait(lambda: self.asked in self.answers)
        result = self.answers[self.asked]["result"]
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def hear(self, event: dict) -> None:
        answer = json.loads(event["message"])
        if "id" in answer:
            self.answers[answer["id"]] = answer

    def wait(self, ready) -> None:
        """Wait until the debugger has told something."""
        for _ in range(1000):
            if ready():
                return
            self.page.wait_for_timeout(10)
        raise TimeoutError("the worker does not answer")
