#!/usr/bin/python3
"""rocada-mpi on hosts of their own: two network namespaces with names and addresses of theirs, joined by a bridge.

    hosts_test.py --program build/rocada --cluster-program build/rocada-mpi [--launcher ssh|slurm] [-k PATTERN]

By ssh, mpirun runs on the first host and reaches the second by its sshd; by slurm, srun starts the ranks under a real
slurmctld, two slurmd and munge. All tests of mpi_test.py are run there, and by ssh it is measured besides what a slow
network costs (tc netem, or slow_switch.py where the kernel has none). Needs root; tests/cluster/hosts installs what is
missing.
"""

import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import mpi_test  # noqa: E402
from mpi_test import *  # noqa: E402,F401,F403  their tests are run from here too
from program import Case, Running, main  # noqa: E402

NETWORK = "10.77.0"
HOSTS = ("rocada-host1", "rocada-host2")
SWITCH = "rocada-switch"
BRIDGE = "bridge"
LATENCIES_MS = (0, 1, 10)
STOPS = 40
PATIENCE = 30


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, **more)


def on_host(host):
    """What makes a command run on a host: its network and its name."""
    return ["nsenter", f"--net=/run/netns/{host}", "unshare", "--uts",
            "sh", "-c", f'hostname {host} && exec "$@"', "sh"]


def address(host):
    return f"{NETWORK}.{1 + HOSTS.index(host)}"


class Network:
    """Two hosts and what joins them."""

    def __init__(self):
        self.ports = [f"port{1 + number}" for number in range(len(HOSTS))]
        self.remove()
        run("ip", "netns", "add", SWITCH)
        run("ip", "-n", SWITCH, "link", "add", BRIDGE, "type", "bridge")
        run("ip", "-n", SWITCH, "link", "set", BRIDGE, "up")
        for host, port in zip(HOSTS, self.ports):
            run("ip", "netns", "add", host)
            run("ip", "-n", SWITCH, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", host)
            run("ip", "-n", SWITCH, "link", "set", port, "master", BRIDGE, "up")
            run("ip", "-n", host, "link", "set", "lo", "up")
            run("ip", "-n", host, "address", "add", f"{address(host)}/24", "dev", "eth0")
            run("ip", "-n", host, "link", "set", "eth0", "up")

    @staticmethod
    def remove():
        for name in (*HOSTS, SWITCH):
            subprocess.run(["ip", "netns", "delete", name], check=False, stderr=subprocess.DEVNULL)

    @contextlib.contextmanager
    def latency(self, milliseconds):
        """One way, in each direction."""
        if milliseconds == 0:
            yield "the bridge"
            return
        netem = [["tc", "-n", SWITCH, "qdisc", "add", "dev", port, "root", "netem", "delay", f"{milliseconds}ms"]
                 for port in self.ports]
        if subprocess.run(netem[0], check=False, stderr=subprocess.DEVNULL).returncode == 0:
            run(*netem[1])
            yield "netem"
            for port in self.ports:
                run("tc", "-n", SWITCH, "qdisc", "del", "dev", port, "root")
            return
        for port in self.ports:
            run("ip", "-n", SWITCH, "link", "set", port, "nomaster")
        with subprocess.Popen(["ip", "netns", "exec", SWITCH, sys.executable, "-B",
                               os.path.join(HERE, "slow_switch.py"), *self.ports, str(milliseconds)]) as switch:
            yield "slow_switch.py"
            switch.kill()
        for port in self.ports:
            run("ip", "-n", SWITCH, "link", "set", port, "master", BRIDGE)


class Services:
    """Processes that belong to the hosts, ended with them."""

    def __init__(self, directory):
        self.directory = directory
        self.running = []

    def start(self, name, *command, sign=None):
        """`sign()` is true once it works."""
        with open(self.path(name + ".log"), "ab") as log:
            self.running.append(subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                                 stdout=log, stderr=log))
        deadline = time.monotonic() + PATIENCE
        while sign is not None and not sign():
            if self.running[-1].poll() is not None or time.monotonic() > deadline:
                with open(self.path(name + ".log"), encoding="utf-8", errors="replace") as log:
                    sys.exit(f"{name} does not start: {log.read()[-2000:]}")
            time.sleep(0.05)

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)
        return self.path(name)

    def end(self):
        for process in reversed(self.running):
            process.terminate()
        for process in reversed(self.running):
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def answers(host, port):
    """Does somebody listen there?"""
    return subprocess.run([*on_host(host), "bash", "-c", f"exec 3<>/dev/tcp/{address(host)}/{port}"], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0


class BySsh(mpi_test.Launcher):
    """mpirun on the first host."""

    hosts = 2

    def __init__(self, services):
        os.makedirs("/run/sshd", exist_ok=True)
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", services.path("key"))
        for host in HOSTS:
            configuration = services.write(f"sshd-{host}", f"""ListenAddress {address(host)}
HostKey {services.path("key")}
AuthorizedKeysFile {services.path("key.pub")}
PidFile none
StrictModes no
PermitRootLogin yes
UsePAM no
""")
            services.start(f"sshd on {host}", *on_host(host), "/usr/sbin/sshd", "-D", "-e", "-f", configuration,
                           sign=lambda host=host: answers(host, 22))
        self.ssh = "ssh -F " + services.write("ssh", f"""IdentityFile {services.path("key")}
StrictHostKeyChecking no
UserKnownHostsFile /dev/null
LogLevel ERROR
""")

    def command(self, ranks, mpi):
        hosts = ",".join(f"{address(host)}:{ranks}" for host in HOSTS)
        return [*on_host(HOSTS[0]), "mpirun", "-np", str(ranks), "--host", hosts, "--map-by", "node", "--bind-to",
                "none", "-x", mpi_test.MARK, "--mca", "plm_rsh_agent", self.ssh, "--mca", "btl_tcp_if_include",
                f"{NETWORK}.0/24", "--mca", "oob_tcp_if_include", f"{NETWORK}.0/24", *(mpi or mpi_test.OVER_TCP)]


class BySlurm(mpi_test.Launcher):
    """srun on the first host."""

    hosts = 2
    name_of_rank = "task {}: Killed"

    def __init__(self, services):
        os.makedirs("/run/munge", exist_ok=True)
        munge = services.path("munge")
        os.makedirs(munge)
        with open(services.path("munge.key"), "wb") as key:
            key.write(os.urandom(1024))
        os.chmod(services.path("munge.key"), 0o400)
        socket = os.path.join(munge, "socket")
        services.start("munged", "/usr/sbin/munged", "--foreground", "--force", "--socket", socket, "--key-file",
                       services.path("munge.key"), "--pid-file", os.path.join(munge, "pid"), "--log-file",
                       os.path.join(munge, "log"), "--seed-file", os.path.join(munge, "seed"),
                       sign=lambda: os.path.exists(socket))
        nodes = "\n".join(f"NodeName={host} NodeAddr={address(host)} CPUs={os.cpu_count()} State=UNKNOWN"
                          for host in HOSTS)
        self.configuration = services.write("slurm.conf", f"""ClusterName=rocada
SlurmctldHost={HOSTS[0]}({address(HOSTS[0])})
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={socket}
CredType=cred/munge
StateSaveLocation={services.path("state")}
SlurmdSpoolDir={services.path("spool-%n")}
TmpFS={services.path("tmp-%n")}
SlurmctldPidFile={services.path("slurmctld.pid")}
SlurmdPidFile={services.path("slurmd-%n.pid")}
SlurmctldLogFile={services.path("slurmctld.log")}
SlurmdLogFile={services.path("slurmd-%n.log")}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=pmix
SelectType=select/linear
ReturnToService=2
KillWait=1
SlurmdParameters=config_overrides
{nodes}
PartitionName=all Nodes={",".join(HOSTS)} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
""")
        services.write("cgroup.conf", "CgroupPlugin=cgroup/v1\n")
        os.makedirs(services.path("state"))
        environment = ["env", f"SLURM_CONF={self.configuration}"]
        services.start("slurmctld", *on_host(HOSTS[0]), *environment, "slurmctld", "-D",
                       sign=lambda: answers(HOSTS[0], 6817))
        for host in HOSTS:
            for folder in ("spool", "tmp"):
                os.makedirs(services.path(f"{folder}-{host}"))
            services.start(f"slurmd on {host}", *on_host(host), *environment, "slurmd", "-D", "-N", host,
                           sign=lambda host=host: answers(host, 6818))
        self.run = [*on_host(HOSTS[0]), *environment]
        deadline = time.monotonic() + PATIENCE
        while b"idle" not in (said := run(*self.run, "sinfo", "-h", "-o", "%T", capture_output=True).stdout):
            if time.monotonic() > deadline:
                sys.exit(f"slurm's nodes are not idle: {said}")
            time.sleep(0.2)

    def command(self, ranks, mpi):
        transport = [f"OMPI_MCA_{name}={value}" for name, value in
                     (("pml", "ob1"), ("btl", "self,tcp"), ("btl_tcp_if_include", f"{NETWORK}.0/24"))]
        return [*self.run, *transport, "srun", "--quiet", "--mpi=pmix", "--nodes", str(min(ranks, len(HOSTS))),
                "--ntasks", str(ranks), "--overcommit", "--oversubscribe", "--distribution=cyclic", "--input=0",
                "--kill-on-bad-exit=1"]


class ASlowNetwork(Cluster):  # noqa: F405
    network = None

    def stop_times(self):
        running = self.start_ranks(2).speak_uci()
        times = []
        for _ in range(STOPS):
            running.send("go infinite")
            running.await_line("info depth 9")
            before = time.monotonic()
            running.send("stop")
            running.await_line("bestmove")
            times.append(1000 * (time.monotonic() - before))
        self.end(running)
        return times

    def test_a_way_there_and_back_is_all_that_a_stop_costs(self):
        if self.network is None:
            self.skipTest("measured by ssh")
        usual = None
        for latency in LATENCIES_MS:
            with self.network.latency(latency) as means:
                times = self.stop_times()
            # What else the machine does makes the upper half of little worth.
            quartile, median, _ = statistics.quantiles(times, n=4)
            usual = quartile if usual is None else usual
            print(f"\n{latency} ms each way by {means}: stop to bestmove, {len(times)} times: a quarter within "
                  f"{quartile:.2f} ms, half within {median:.2f}, all within {max(times):.2f}", end=" ", flush=True)
            self.assertLessEqual(quartile - usual, max(2 * latency, 0.5), "more than there and back")


def prepare():
    if os.geteuid() != 0:
        sys.exit("hosts_test.py needs root")
    wanted = Case.launcher or "ssh"
    directory = tempfile.mkdtemp(prefix="rocada-hosts-")
    services = Services(directory)
    network = Network()
    Case.clean_up = [network.remove, services.end, lambda: shutil.rmtree(directory)]
    Cluster.launcher = (BySlurm if wanted == "slurm" else BySsh)(services)  # noqa: F405
    if wanted == "ssh":
        ASlowNetwork.network = network


if __name__ == "__main__":
    try:
        main(__doc__, prepare=prepare, cluster_program="the rocada-mpi to test", launcher="ssh or slurm")
    finally:
        for step in reversed(getattr(Case, "clean_up", [])):
            step()
