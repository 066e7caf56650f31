# Sets $java and $javac, or fails: sourced by run and fetch.
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
command -v "$java" >/dev/null || fail "no Java ($java): install a JDK, 17 to 23 (Debian: apt-get install openjdk-17-jdk-headless), or set JAVA_HOME"
command -v "$javac" >/dev/null || fail "no Java compiler ($javac): install a JDK, not only a JRE (Debian: apt-get install openjdk-17-jdk-headless)"
java_version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
[[ $java_version =~ ^[0-9]+$ && $java_version -ge 17 && $java_version -le 23 ]] ||
    fail "Java $java_version cannot run this HBase: install a JDK from 17 to 23, and set JAVA_HOME"
