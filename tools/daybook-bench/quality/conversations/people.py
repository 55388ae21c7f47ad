"""Two friends over months: what each did, told in turns, with reactions, chat and later mentions, and questions about it."""

import datetime
import random

from vocabulary import ACTS, BACK, BYE, CHAT, FEELINGS, GREET, HELLO, MONTHS, NAMES, OPENERS, OTHERS, PLACES, REACTIONS, REASONS
from vocabulary import RELATIVES, THINGS, WHEN

ADVERBS = ["", "", "", "Actually, ", "Guess what: ", "So, ", "Well, ", "Oh, and "]
ARTICLES = ("a pair of ", "a set of ", "a row of ", "a ", "an ", "the ", "my ")


def without_article(thing):
    return next((thing[len(article):] for article in ARTICLES if thing.startswith(article)), thing)


def capitalised(text):
    return text[0].upper() + text[1:]


class Fact:
    """One thing that a person did. A part that is None was not said."""

    def __init__(self, draw, who, act, thing, cls, day):
        self.who, self.act, self.thing, self.cls, self.day = who, act, thing, cls, day
        self.place = draw.one(PLACES) if draw.chance(0.45) else None
        self.company = draw.company() if draw.chance(0.45) else None
        self.reason = draw.one(REASONS) if draw.chance(0.3) else None
        self.when = draw.one(WHEN) if draw.chance(0.4) else None
        self.turn = None
        self.detail = {}

    @property
    def noun(self):
        return without_article(self.thing)


class Draw:
    """Random choices of one seed: the same conversations each time."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, number):
        return self.random.randrange(number)

    def one(self, choices):
        return choices[self.below(len(choices))]

    def chance(self, probability):
        return self.random.random() < probability

    def maybe(self, probability, choices):
        return self.one(choices) if self.chance(probability) else ""

    def company(self):
        return "my " + self.one(RELATIVES) if self.chance(0.6) else self.one(OTHERS)


class Dialogue:
    """A conversation of two people: its turns, and questions with the turns that answer them."""

    def __init__(self, seed):
        self.draw = Draw(seed)
        self.names = self.draw.random.sample(NAMES, 2)
        self.turns, self.questions, self.facts = [], [], []
        self.asked, self.told = set(), set()
        self.day = datetime.date(2021 + self.draw.below(4), 1 + self.draw.below(12), 1 + self.draw.below(28))
        # Each person returns to a few acts, so that a question meets distractors of its own topic.
        self.favourites = {name: self.draw.random.sample(ACTS, 9) for name in self.names}

    def run(self, sessions):
        draw = self.draw
        for self.session in range(1, sessions + 1):
            self.number = 0
            self.day += datetime.timedelta(days=2 + draw.below(22))
            self.at = f"{self.day.isoformat()}T{8 + draw.below(13):02d}:{draw.below(60):02d}:00"
            self.both(GREET, HELLO)
            for _ in range(2 + draw.below(3)):
                self.tell(self.new_fact(draw.one(self.names)))
                if draw.chance(0.5):
                    self.chat(draw.one(self.names), 1 + draw.below(3))
                if draw.chance(0.35):
                    self.mention_again()
            self.both(BYE, BYE)
        self.ask()

    def other(self, who):
        return self.names[1 - self.names.index(who)]

    def say(self, who, *parts):
        self.number += 1
        turn = f"s{self.session}.{self.number}"
        text = " ".join(part for part in parts if part)
        self.turns.append(dict(session=f"s{self.session}", datetime=self.at, turn=turn, speaker=who, text=text))
        return turn

    def both(self, firsts, seconds):
        first = self.draw.one(self.names)
        second = self.other(first)
        self.say(first, self.draw.one(firsts).replace("{other}", second))
        self.say(second, self.draw.one(seconds).replace("{other}", first))

    def chat(self, who, times):
        for _ in range(times):
            self.say(who, self.draw.maybe(0.5, REACTIONS), self.draw.one(CHAT), self.draw.maybe(0.35, BACK))
            who = self.other(who)

    def new_fact(self, who):
        draw = self.draw
        while True:
            act = draw.one(self.favourites[who]) if draw.chance(0.85) else draw.one(ACTS)
            cls = draw.one(act["classes"])
            thing = draw.one(THINGS[cls][1])
            if (who, act["id"], thing) not in self.told:
                self.told.add((who, act["id"], thing))
                return Fact(draw, who, act, thing, cls, self.day)

    def tell(self, fact):
        draw, other = self.draw, self.other(fact.who)
        if draw.chance(0.45):
            self.say(other, draw.maybe(0.5, REACTIONS), draw.one(OPENERS[fact.act["id"]]))
        if draw.chance(0.25):
            self.tell_in_an_answer(fact)
        else:
            feeling, back = draw.maybe(0.5, FEELINGS), draw.maybe(0.15, BACK)
            fact.turn = self.say(fact.who, self.statement(fact), feeling, back)
        self.react(fact, self.echo(fact) if draw.chance(0.3) else draw.one(REACTIONS))
        self.facts.append(fact)

    def tell_in_an_answer(self, fact):
        """The thing is named alone, and what was done with it only in the turns before."""
        draw = self.draw
        fact.place = fact.company = fact.reason = None
        begin = draw.one(["You will not guess it.", "I have news.", f"Something happened {fact.when or 'recently'}."])
        self.say(fact.who, begin, f"It has to do with {draw.one(fact.act['noun'])}.")
        curious = [f"What did you {draw.one(fact.act['q'])}?", "Now I am curious, what is it?", "Go on, tell me?"]
        self.say(self.other(fact.who), draw.one(curious))
        answers = ["{}!", "It is {}, can you believe it?", "Just {}, nothing big.", "{}. " + draw.one(FEELINGS)]
        fact.turn = self.say(fact.who, capitalised(draw.one(answers).format(fact.thing)))

    def statement(self, fact):
        """What was said of a fact; parts that do not fit in are dropped from it."""
        draw = self.draw
        fact.place = fact.place if draw.chance(0.8) else None
        fact.company = fact.company if draw.chance(0.7) else None
        extra = [
            fact.place and ("in " if fact.place.startswith("a ") else "at ") + fact.place,
            fact.company and "with " + fact.company,
            fact.when,
        ]
        draw.random.shuffle(extra)
        words = [f"I {draw.one(fact.act['st'])} {fact.thing}"] + extra + [fact.reason]
        return draw.one(ADVERBS) + " ".join(word for word in words if word) + draw.one([".", ".", "!"])

    def echo(self, fact):
        """A reaction with the words of the fact: a distractor."""
        noun = fact.noun
        return self.draw.one([
            f"{capitalised(noun)}, how nice!",
            f"I have always wanted to see {noun} up close.",
            f"My {self.draw.one(RELATIVES)} has {noun} as well.",
            f"Your {self.draw.one(THINGS[fact.cls][0])} sounds lovely.",
            f"I know nothing about {noun}.",
        ])

    def react(self, fact, reaction):
        draw, other = self.draw, self.other(fact.who)
        kind = draw.random.random()
        if kind < 0.2 and not fact.place:
            self.say(other, reaction, f"Where did you {draw.one(fact.act['q'])} it?")
            fact.place = draw.one(PLACES)
            begin = draw.one(["", "It was ", "Oh, "])
            fact.detail["where"] = self.say(fact.who, f"{begin}at {fact.place}.", draw.maybe(0.3, FEELINGS))
        elif kind < 0.4 and not fact.company:
            self.say(other, reaction, draw.one(["Who went with you?", "Did you do that alone?", "Who helped you?"]))
            fact.company = draw.company()
            came = draw.one(["{} came along.", "Together with {}.", "{} helped me with everything."])
            fact.detail["who"] = self.say(fact.who, capitalised(came.format(fact.company)), draw.maybe(0.3, FEELINGS))
        elif kind < 0.55 and not fact.reason:
            self.say(other, reaction, draw.one(["What made you do it?", "Why, though?", "How did you get the idea?"]))
            fact.reason = draw.one(REASONS)
            begin = draw.one(["Simple: ", "", "Mostly "])
            fact.detail["why"] = self.say(fact.who, f"{begin}{fact.reason}.", draw.maybe(0.3, FEELINGS))
        else:
            self.say(other, reaction, draw.maybe(0.4, BACK))

    def mention_again(self):
        fact = self.draw.one(self.facts)
        noun = fact.noun
        asks = [f"How is it going with {noun}?", f"By the way, what became of {noun}?", f"Do you still think about {noun}?"]
        self.say(self.other(fact.who), self.draw.one(asks))
        says = ["All good, thanks!", "I am glad that I did it.", f"{capitalised(noun)} keeps me busy.", "Do not ask."]
        self.say(fact.who, self.draw.one(says), self.draw.maybe(0.3, BACK))

    def ask(self):
        for fact in self.facts:
            self.ask_about(fact)
            self.ask_what_was_not_said(fact)
        for name in self.names:
            self.ask_for_several(name)
        self.ask_for_both()

    def question(self, category, evidence, *texts):
        text = self.draw.one(texts)
        if text not in self.asked:
            self.asked.add(text)
            self.questions.append(dict(question=text, category=category, evidence=evidence))

    def ask_about(self, fact):
        """Asks in other words than were said, and of some facts about the wrong person."""
        draw, act = self.draw, fact.act
        who = self.other(fact.who) if draw.chance(0.18) else fact.who
        wrong = None if who == fact.who else "adversarial"
        does, kind, noun = draw.one(act["q"]), draw.one(THINGS[fact.cls][0]), draw.one(act["noun"])
        thing = fact.noun.strip('"') if draw.chance(0.6) else kind
        month = MONTHS[fact.day.month - 1]
        when = draw.one([f"in {month} {fact.day.year}", f"on {fact.day.day} {month} {fact.day.year}", f"around {fact.day.day} {month}"])
        said = [fact.turn]
        way = draw.random.random()
        if way < 0.22:
            self.question(wrong or "temporal", said, f"When did {who} {does} the {thing}?",
                          f"When was {who}'s {noun} with the {thing}?", f"Which day did {who} {does} {thing}?")
        elif way < 0.34:
            if not any(each.who == fact.who and each.cls == fact.cls and each is not fact for each in self.facts):
                self.question(wrong or "single", said, f"Which {kind} did {who} {does}?", f"What was {who}'s {noun}?",
                              f"What kind of {kind} did {who} {does}?", f"What {kind} does {who} mention?")
        elif way < 0.46 and fact.place:
            self.question(wrong or "single", [fact.detail.get("where", fact.turn)], f"Where did {who} {does} the {thing}?",
                          f"At which place was {who} when it came to the {thing}?")
        elif way < 0.58 and fact.company:
            self.question(wrong or "single", [fact.detail.get("who", fact.turn)], f"Who was with {who} for the {thing}?",
                          f"Together with whom did {who} {does} the {thing}?", f"Who accompanied {who} at the {noun}?")
        elif way < 0.68 and fact.reason:
            self.question(wrong or "single", [fact.detail.get("why", fact.turn)], f"Why did {who} {does} the {thing}?",
                          f"What was the reason for {who}'s {noun}?", f"What motivated {who} to {does} the {thing}?")
        elif way < 0.78:
            self.question(wrong or "temporal", said, f"What did {who} {does} {when}?", f"What {kind} did {who} {does} {when}?")
        elif way < 0.86:
            self.question("inference", said, f"Would {fact.who} be interested in {draw.one([fact.noun, kind])}?",
                          f"Does {fact.who} seem to be a person who would {does} a {kind}?", f"How does {fact.who} feel about {noun}?")

    def ask_what_was_not_said(self, fact):
        """A part of a fact that was left out, or an act that nobody did."""
        draw, thing = self.draw, fact.noun.strip('"')
        way = draw.random.random()
        if way < 0.12 and not fact.place and not any(each.thing == fact.thing and each is not fact for each in self.facts):
            self.question("abstention", [], f"Where did {fact.who} {draw.one(fact.act['q'])} the {thing}?")
        elif way < 0.2 and not fact.company:
            self.question("abstention", [], f"Who was with {fact.who} for the {thing}?")
        elif way < 0.3:
            act = draw.one(ACTS)
            undone = draw.one(THINGS[draw.one(act["classes"])][1])
            if not any(each.act is act and each.thing == undone for each in self.facts):
                self.question("abstention", [], f"{draw.one(['When', 'Why', 'Where'])} did {fact.who} {draw.one(act['q'])} {undone}?")

    def ask_for_several(self, name):
        draw = self.draw
        for act in ACTS:
            same = [fact for fact in self.facts if fact.who == name and fact.act is act]
            if 2 <= len(same) <= 6 and draw.chance(0.6):
                does, kind = draw.one(act["q"]), draw.one(THINGS[same[0].cls][0])
                self.question("multi", [fact.turn for fact in same], f"Which {kind}s did {name} {does}?",
                              f"What has {name} told about {draw.one(act['noun'])}?",
                              f"What are the things that {name} managed to {does}?", f"How many {kind}s did {name} {does}?")
        for place in PLACES:
            same = [fact for fact in self.facts if fact.who == name and fact.place == place]
            if len(same) >= 2 and draw.chance(0.4):
                self.question("multi", [fact.turn for fact in same], f"What happened to {name} at {place}?")

    def ask_for_both(self):
        one, two = self.names
        for act in ACTS:
            done = [fact for fact in self.facts if fact.act is act]
            if len({fact.who for fact in done}) == 2 and len(done) <= 5 and self.draw.chance(0.5):
                self.question("multi", [fact.turn for fact in done], f"Did both {one} and {two} {self.draw.one(act['q'])} something?",
                              f"What do {one} and {two} have in common when it comes to {self.draw.one(act['noun'])}?")
