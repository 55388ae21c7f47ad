package dev.daybook.repository;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A pom as it is written, without what Maven inherits. */
record PomFile(Path folder, Element project) {

    static PomFile in(Path folder) throws Exception {
        return new PomFile(
                folder,
                DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(folder.resolve("pom.xml").toFile())
                        .getDocumentElement());
    }

    String name() {
        return name(project);
    }

    /** The folders of the modules, in the order of the build. */
    List<Path> modules() {
        return all("module")
                .map(module -> folder.resolve(module.getTextContent()))
                .toList();
    }

    /** All elements of a name, at any depth. */
    Stream<Element> all(String name) {
        return all(project, name);
    }

    static Stream<Element> all(Element parent, String name) {
        return elements(parent.getElementsByTagName(name));
    }

    /** The text of an element of the project, "" if there is none. */
    String text(String name) {
        return text(project, name);
    }

    /** The value of a property that a text consists of; otherwise the text. */
    String resolved(String text) {
        return text.startsWith("${")
                ? all(text.substring(2, text.length() - 1))
                        .findFirst()
                        .map(Element::getTextContent)
                        .orElse(text)
                : text;
    }

    static String name(Element element) {
        return text(element, "artifactId");
    }

    static boolean isOurs(Element element) {
        return text(element, "groupId").equals("dev.daybook");
    }

    static Stream<Element> children(Element parent) {
        return elements(parent.getChildNodes());
    }

    static String text(Element parent, String name) {
        return children(parent)
                .filter(child -> child.getNodeName().equals(name))
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }

    private static Stream<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE)
                .map(Element.class::cast);
    }
}
