import { spawn, type ChildProcess } from 'node:child_process';

/** Reads until whoever holds the other end is gone, however it went, and ends what that left behind. */
const WATCH = 'read _; kill -KILL "$0"; rm -rf "$1"';

/** Sees to it that a server and its data do not outlive a test run that is killed. */
export function endWithUs(server: ChildProcess, folder: string): void {
  const watch = spawn('sh', ['-c', WATCH, String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  server.once('exit', () => watch.kill('SIGKILL'));
}
