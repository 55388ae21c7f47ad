"""A user and an assistant over months: projects with plans, numbers, changes and instructions, and long general answers."""

import datetime

from people import Draw
from vocabulary import ADVICE, CHAT, INSTRUCTIONS, INTRO, MONTHS, NEEDS, OTHERS, OUTRO, PROJECTS, QUESTIONS, RELATIVES, RESUME, SMALL
from vocabulary import STATEMENTS, TOOLS, WISHES

# Questions about a part that no statement gave, by the statement that would have.
UNSAID = {"budget": "How much money did I plan for {topic}?", "deadline": "By when do I have to finish {topic}?",
          "choice": "What did I choose for {topic}?"}


class Assistance:
    """A conversation of a user with an assistant: its turns, and questions with the turns that answer them."""

    def __init__(self, seed):
        self.draw = Draw(seed)
        self.projects = self.draw.random.sample(sorted(PROJECTS), 3 + self.draw.below(4))
        self.turns, self.questions, self.asked = [], [], set()
        self.statements, self.instructions, self.exchanges = [], [], {}
        self.day = datetime.date(2022 + self.draw.below(3), 1 + self.draw.below(12), 1 + self.draw.below(28))

    def run(self, sessions):
        draw = self.draw
        length = 2 + draw.below(8)
        for self.session in range(1, sessions + 1):
            self.number = 0
            self.day += datetime.timedelta(days=1 + draw.below(11))
            project = draw.one(self.projects)
            words = PROJECTS[project][0].split()
            if self.session > 3 and draw.chance(0.6):
                self.resume(project, draw.one(words))
            for _ in range(2 + draw.below(5)):
                topic, beside = draw.random.sample(words, 2)
                turn = self.instruct(project, topic) if draw.chance(0.06) else self.request(project, topic, beside)
                reply = self.say("assistant", self.answer(project, topic, beside, length + draw.below(5) - 2))
                self.exchanges.setdefault((project, topic), []).append((turn, reply))
                if draw.chance(0.3):
                    self.say("user", draw.one(SMALL))
                    self.say("assistant", self.answer(project, topic, beside, length // 2))
        self.ask()

    def say(self, who, text):
        self.number += 1
        turn = f"s{self.session}.{self.number}"
        self.turns.append(dict(session=f"s{self.session}", datetime=f"{self.day.isoformat()}T00:00:00", turn=turn, speaker=who, text=text))
        return turn

    def filled(self, template, project, topic, beside):
        name = project if self.draw.chance(0.6) else PROJECTS[project][1]
        return template.replace("{w}", topic).replace("{v}", beside).replace("{p}", name)

    def request(self, project, topic, beside):
        """A request for help, often with a statement that a later question asks for."""
        draw = self.draw
        need = self.filled(draw.one(NEEDS), project, topic, beside)
        if not draw.chance(0.6):
            return self.say("user", need)
        kind = draw.one(sorted(STATEMENTS))
        parts = dict(w=topic, n=2 + draw.below(900), o=draw.one(OTHERS), t=draw.one(TOOLS), rel=draw.one(RELATIVES),
                     d=f"{draw.one(MONTHS)} {1 + draw.below(28)}")
        texts = [STATEMENTS[kind].format(**parts), need]
        if draw.chance(0.4):
            texts.reverse()
        turn = self.say("user", " ".join(texts + [draw.maybe(0.3, CHAT)]).strip())
        self.statements.append((turn, kind, project, parts))
        return turn

    def instruct(self, project, topic):
        wish = self.draw.one(WISHES)
        text = self.draw.one(INSTRUCTIONS).format(do=wish[0], do2=wish[1], dont=wish[2], w=topic, p=project)
        turn = self.say("user", text)
        self.instructions.append((turn, wish[3], project, topic))
        return turn

    def answer(self, project, topic, beside, length):
        """General advice that repeats the words of the project: a distractor of each question about it."""
        draw, words = self.draw, PROJECTS[project][0].split()
        body = [self.filled(draw.one(INTRO), project, topic, beside)]
        for item in range(1, max(1, length) + 1):
            about = topic if draw.chance(0.5) else draw.one(words)
            near = beside if draw.chance(0.4) else draw.one(words)
            head = f"\n{item}. **{about.capitalize()}**: " if length > 2 else ""
            body.append(head + self.filled(draw.one(ADVICE), project, about, near))
        return " ".join(body + [self.filled(draw.one(OUTRO), project, topic, beside)])

    def resume(self, project, topic):
        """A question that is the next turn itself: what was said of its topic before answers it."""
        known = self.exchanges.get((project, topic))
        if not known:
            return
        text = self.filled(self.draw.one(RESUME), project, topic, self.draw.one(PROJECTS[project][0].split()))
        turn = self.say("user", text)
        self.questions.append(dict(question=text, category="resume", evidence=list(known[-1]), before=turn))
        self.say("assistant", self.answer(project, topic, topic, 2))

    def question(self, category, evidence, *texts):
        text = self.draw.one(texts)
        if text not in self.asked:
            self.asked.add(text)
            self.questions.append(dict(question=text, category=category, evidence=evidence))

    def topic(self, project, topic):
        name = self.draw.one([project, PROJECTS[project][1]])
        return f"the {topic}" if self.draw.chance(0.6) else f"the {topic} of my {name}"

    def ask(self):
        self.ask_for_statements()
        self.ask_for_exchanges()
        for turn, about, project, topic in self.instructions:
            self.question("instruction", [turn], f"Can you tell me about the {about} of the {topic}?", f"What {about} matter for the {topic}?",
                          f"How do I go on with the {topic} in my {project}?", f"Show me how to do the {topic}.")

    def ask_for_statements(self):
        for turn, kind, project, parts in self.statements:
            if self.draw.chance(0.45):
                same = [other for other, *rest in self.statements if (rest[0], rest[1], rest[2]["w"]) == (kind, project, parts["w"])]
                texts = [text.format(topic=self.topic(project, parts["w"]), **parts) for text in QUESTIONS[kind]]
                self.question("fact" if len(same) == 1 else "update", same, *texts)

    def ask_for_exchanges(self):
        draw = self.draw
        for (project, topic), said in self.exchanges.items():
            told = {kind for _, kind, _, parts in self.statements if parts["w"] == topic}
            unsaid = [kind for kind in UNSAID if kind not in told]
            if unsaid and draw.chance(0.4):
                self.question("abstention", [], UNSAID[draw.one(unsaid)].format(topic=self.topic(project, topic)))
            if len(said) >= 2 and draw.chance(0.35):
                turns = [turn for turn, _ in said] if draw.chance(0.6) else [turn for both in said for turn in both]
                self.question("multi", turns, f"In which order did I bring up the aspects of the {topic}?", f"How did my {topic} develop over time?",
                              f"Can you summarise what we said about the {topic} in my {project}?", f"What were all my concerns about the {topic}?")
            elif draw.chance(0.12):
                self.question("assistant", [said[0][1]], f"What did you recommend to me about the {topic}?",
                              f"Which tips did you give for the {topic} of my {project}?")
