@echo off
rem Runs the command line of Daybook on Windows. Builds it first if it is not built; after a change of the sources, run:
rem mvn -q -Dmaven.test.skip -pl :daybook-server -am package
rem Needs Java 17 or later (JAVA_HOME, or java on the PATH); to build, a JDK and mvn.
setlocal
set "root=%~dp0"
set "module=server\daybook-server"
set "name=daybook"
set "words=%*"
if "%~1"=="eval" set "module=tools\daybook-bench" & set "name=daybook-bench"
if "%~1"=="grounding" set "module=tools\daybook-bench" & set "name=daybook-bench"
if "%~1"=="replay" set "module=predecessors\daybook-replay" & set "name=daybook-replay"
if "%name%"=="daybook-replay" call set "words=%%words:*%~1=%%"
set "jar=%root%%module%\target\%name%.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if not exist "%jar%" (
    echo daybook: building, which takes a minute the first time 1>&2
    pushd "%root%"
    call mvn -q -B -ntp -Dmaven.test.skip -Dspotless.check.skip -pl %module% -am package 1>&2
    popd
)
if not exist "%jar%" (
    echo daybook: the build failed; see above 1>&2
    exit /b 1
)
"%java%" -XX:+UseSerialGC -Dfile.encoding=UTF-8 -jar "%jar%" %words%
exit /b %ERRORLEVEL%
