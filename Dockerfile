# A server in a container. First: mvn -Pone-jar -pl :daybook-server -am package -DskipTests
# Then: docker build -t daybook . See docs/operating.md. Run it with 512 MB at least (--memory): half of it is the heap.

# glibc, which the native libraries of the embedder are linked with; Alpine has another C library. The newest patch of Java 17.
FROM eclipse-temurin:17-jre-jammy

LABEL org.opencontainers.image.title="Daybook" \
      org.opencontainers.image.description="Long-term memory for AI agents" \
      org.opencontainers.image.url="https://daybook.dev" \
      org.opencontainers.image.licenses="Apache-2.0"

RUN groupadd --gid 10001 daybook \
 && useradd --uid 10001 --gid 10001 --home-dir /opt/daybook --no-create-home --shell /usr/sbin/nologin daybook \
 && install -d -o daybook -g daybook -m 755 /opt/daybook \
 && install -d -o daybook -g daybook -m 700 /var/lib/daybook

COPY docker/daybook docker/healthy docker/make-archive /usr/local/bin/
COPY server/daybook-server/target/daybook-all.jar /opt/daybook/

ENV DAYBOOK_DATA=/var/lib/daybook \
    XDG_CACHE_HOME=/opt/daybook/cache \
    LC_ALL=C.UTF-8

# A number, by which Kubernetes can tell that it is not root (runAsNonRoot).
USER 10001:10001

RUN make-archive

VOLUME /var/lib/daybook
EXPOSE 7411

HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["healthy"]

ENTRYPOINT ["daybook"]
CMD ["serve", "--host", "0.0.0.0"]
