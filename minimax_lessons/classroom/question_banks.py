"""Question banks: tasks as Moodle XML and as QTI 1.2, with pictures and feedback."""

from __future__ import annotations

import io
import re
import zipfile
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from minimax_lessons.classroom.paper import Copy, question_html, solution_html
from minimax_lessons.classroom.paper_tasks import PaperTask
from minimax_lessons.quoting import INFINITY

__all__ = ["moodle", "qti"]

MOODLE_KINDS = {
    "number": "numerical",
    "choice": "multichoice",
    "choices": "multichoice",
    "text": "shortanswer",
    "fields": "cloze",
}
QTI_KINDS = {
    "number": "numerical_question",
    "choice": "multiple_choice_question",
    "choices": "multiple_answers_question",
    "text": "short_answer_question",
    "fields": "fill_in_multiple_blanks_question",
}
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
IMAGES = "%24IMS-CC-FILEBASE%24/"  # Canvas puts the course's files there
CLOZE_SIGNS = re.compile(r'([}#~/"\\])')
FIXED_DATE = (2026, 1, 1, 0, 0, 0)  # the same number, the same bytes


def _spellings(answer: str) -> list[str]:
    """Return an answer as learners type it: −∞ is also -inf."""
    plain = answer.replace("−", "-")
    return list(dict.fromkeys((answer, plain, plain.replace(INFINITY, "inf"))))


def _numbered(copies: Sequence[Copy]) -> list[tuple[str, PaperTask]]:
    return [
        (f"{copy.number}-{place}", task)
        for copy in copies
        for place, task in enumerate(copy.tasks, start=1)
    ]


def _add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    element = SubElement(parent, tag, attributes)
    element.text = text or None
    return element


def _written(root: Element) -> bytes:
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


# Moodle


def moodle(title: str, copies: Sequence[Copy]) -> bytes:
    """Return all tasks as Moodle XML, in a category for each topic."""
    quiz = Element("quiz")
    tasks = sorted(_numbered(copies), key=lambda pair: pair[1].topic)
    topic = ""
    for name, task in tasks:
        if task.topic != topic:
            topic = task.topic
            category = _add(_add(quiz, "question", type="category"), "category")
            _add(category, "text", f"$course$/top/{title}/{topic}")
        _moodle_question(quiz, name, task)
    return _written(quiz)


def _moodle_question(quiz: Element, name: str, task: PaperTask) -> None:
    question = _add(quiz, "question", type=MOODLE_KINDS[task.form])
    _text(question, "name", f"{task.topic} {name}")
    blanks = [_cloze(answer) for answer in task.answer] if task.labels else []
    picture, source = f"{name}.svg", f"@@PLUGINFILE@@/{name}.svg"
    html = question_html(task, blanks, source if task.picture else "")
    _file(_text(question, "questiontext", html, format="html"), picture, task.picture)
    solved = f"{name}-solved.svg"
    shown = f'<img alt="" src="@@PLUGINFILE@@/{solved}">' if task.solved_picture else ""
    feedback = _text(question, "generalfeedback", solution_html(task, shown), format="html")
    _file(feedback, solved, task.solved_picture)
    _add(question, "defaultgrade", "1")
    _add(question, "penalty", "0.3333333")
    if task.form in ("choice", "choices"):
        _add(question, "single", "true" if task.form == "choice" else "false")
        _add(question, "shuffleanswers", "false")
        _add(question, "answernumbering", "none")
    if task.form != "fields":
        _moodle_answers(question, task)


def _moodle_answers(question: Element, task: PaperTask) -> None:
    """Add the right answers, and the wrong ones that are choices or get a reply."""
    replies = dict(task.replies)
    share = _share(len(task.answer)) if task.form == "choices" else "100"
    accepted = task.accepted
    wrong = [part for part in task.options or replies if part not in accepted]
    for part in (*accepted, *wrong) if not task.options else task.options:
        minus = f"-{share}" if task.form == "choices" else "0"
        answer = _text(question, "answer", part, fraction=share if part in accepted else minus)
        if task.form in ("number", "text"):
            answer[0].text = part.replace("−", "-")
        _text(answer, "feedback", escape(replies.get(part, "")), format="html")
        if task.form == "number":
            _add(answer, "tolerance", "0")


def _share(parts: int) -> str:
    """Return an equal share of 100 % with the digits that Moodle knows."""
    return f"{100 / parts:.5f}".rstrip("0").rstrip(".")


def _cloze(answer: str) -> str:
    """Return a blank of a cloze question: a text that Moodle reads."""
    spellings = (CLOZE_SIGNS.sub(r"\\\1", text) for text in _spellings(answer))
    return f"{{1:SHORTANSWER:{'~'.join(f'={text}' for text in spellings)}}}"


def _text(parent: Element, tag: str, text: str, **attributes: str) -> Element:
    element = _add(parent, tag, **attributes)
    _add(element, "text", text)
    return element


def _file(parent: Element, name: str, content: str) -> None:
    if content:
        data = b64encode(content.encode()).decode()
        _add(parent, "file", data, name=name, path="/", encoding="base64")


# QTI 1.2


def qti(title: str, copies: Sequence[Copy]) -> bytes:
    """Return a zip with all tasks as QTI 1.2, and their pictures as files."""
    root = Element("questestinterop", xmlns=QTI)
    assessment = _add(root, "assessment", ident="worksheet", title=title)
    section = _add(assessment, "section", ident="root_section")
    pictures: dict[str, str] = {}
    for name, task in _numbered(copies):
        for end, content in (("", task.picture), ("-solved", task.solved_picture)):
            if content:
                pictures[f"images/{name}{end}.svg"] = content
        _item(section, name, task)
    files = {
        "imsmanifest.xml": _manifest(title, pictures),
        "worksheet/worksheet.xml": _written(root),
    }
    files |= {name: content.encode() for name, content in pictures.items()}
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, FIXED_DATE), data, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _manifest(title: str, pictures: dict[str, str]) -> bytes:
    root = Element("manifest", identifier="worksheets", xmlns=PACKAGE)
    metadata = _add(root, "metadata")
    _add(metadata, "schema", "IMS Content")
    _add(metadata, "schemaversion", "1.1.3")
    _add(root, "organizations")
    resources = _add(root, "resources")
    files = [("worksheet", "imsqti_xmlv1p2", "worksheet/worksheet.xml")]
    files += [(f"picture{n}", "webcontent", path) for n, path in enumerate(pictures)]
    for identifier, kind, path in files:
        resource = _add(resources, "resource", identifier=identifier, type=kind, href=path)
        _add(resource, "file", href=path)
    return _written(root)


def _item(section: Element, name: str, task: PaperTask) -> None:
    item = _add(section, "item", ident=name, title=f"{task.topic} {name}")
    metadata = _add(_add(item, "itemmetadata"), "qtimetadata")
    for label, entry in (("question_type", QTI_KINDS[task.form]), ("points_possible", "1")):
        field = _add(metadata, "qtimetadatafield")
        _add(field, "fieldlabel", label)
        _add(field, "fieldentry", entry)
    presentation = _add(item, "presentation")
    blanks = [f"[f{number}]" for number, _ in enumerate(task.labels, start=1)]
    source = f"{IMAGES}images/{name}.svg" if task.picture else ""
    _material(presentation, question_html(task, blanks, source))
    processing = _add(item, "resprocessing")
    outcomes = _add(processing, "outcomes")
    _add(outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    _condition(processing, "general_fb", more=True)
    if task.form == "fields":
        _blanks(presentation, processing, task)
    elif task.options:
        _options(presentation, processing, task)
    else:
        _typed(presentation, processing, task)
    shown = f'<img alt="" src="{IMAGES}images/{name}-solved.svg">' if task.solved_picture else ""
    _feedback(item, "general_fb", solution_html(task, shown))
    for number, (_, reply) in enumerate(task.replies):
        _feedback(item, f"wrong{number}_fb", f"<p>{escape(reply)}</p>")


def _material(parent: Element, html: str) -> None:
    _add(_add(parent, "material"), "mattext", html, texttype="text/html")


def _feedback(item: Element, ident: str, html: str) -> None:
    feedback = _add(item, "itemfeedback", ident=ident)
    _material(_add(feedback, "flow_mat"), html)


def _condition(processing: Element, feedback: str = "", *, more: bool = False) -> Element:
    """Add a condition, and return its place for a comparison; any answer shows a feedback."""
    condition = _add(processing, "respcondition", **{"continue": "Yes" if more else "No"})
    compared = _add(condition, "conditionvar")
    if feedback == "general_fb":
        _add(compared, "other")
    if feedback:
        _add(condition, "displayfeedback", feedbacktype="Response", linkrefid=feedback)
    else:
        _add(condition, "setvar", "100", action="Set", varname="SCORE")
    return compared


def _options(presentation: Element, processing: Element, task: PaperTask) -> None:
    many = task.form == "choices"
    cardinality = "Multiple" if many else "Single"
    response = _add(presentation, "response_lid", ident="response1", rcardinality=cardinality)
    choices = _add(response, "render_choice")
    compared = _condition(processing)
    compared = _add(compared, "and") if many else compared
    for number, option in enumerate(task.options):
        label = _add(choices, "response_label", ident=f"option{number}")
        _material(label, escape(option))
        is_right = option in task.answer
        if is_right or many:
            place = compared if is_right else _add(compared, "not")
            _add(place, "varequal", f"option{number}", respident="response1")


def _typed(presentation: Element, processing: Element, task: PaperTask) -> None:
    response = _add(presentation, "response_str", ident="response1", rcardinality="Single")
    kind = {"fibtype": "Decimal"} if task.form == "number" else {}
    _add(_add(response, "render_fib", **kind), "response_label", ident="answer1")
    for number, (wrong, _) in enumerate(task.replies):
        compared = _condition(processing, f"wrong{number}_fb", more=True)
        _add(compared, "varequal", wrong.replace("−", "-"), respident="response1")
    compared = _condition(processing)
    for accepted in task.accepted:
        _add(compared, "varequal", accepted.replace("−", "-"), respident="response1")


def _blanks(presentation: Element, processing: Element, task: PaperTask) -> None:
    share = f"{100 / len(task.answer):.2f}"
    for number, answer in enumerate(task.answer, start=1):
        response = _add(presentation, "response_lid", ident=f"response_f{number}")
        _add(_add(response, "material"), "mattext", f"f{number}")
        choices = _add(response, "render_choice")
        for place, spelling in enumerate(_spellings(answer)):
            ident = f"f{number}_{place}"
            _material(_add(choices, "response_label", ident=ident), escape(spelling))
            condition = _add(processing, "respcondition", **{"continue": "Yes"})
            compared = _add(condition, "conditionvar")
            _add(compared, "varequal", ident, respident=f"response_f{number}")
            _add(condition, "setvar", share, action="Add", varname="SCORE")
