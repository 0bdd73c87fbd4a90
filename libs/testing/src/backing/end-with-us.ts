import { spawn, type ChildProcess } from 'node:child_process';

/** Reads until whoever holds the other end is gone, however it went, and ends what that left behind. */
const WATCH = 'read _; kill -KILL "$0"; [ -z "$1" ] || rm -rf "$1"';

/** Ends a process, and removes its data folder, when this process ends in any way, so that a killed test run leaves nothing. */
export function endWithUs(server: ChildProcess, folder = ''): void {
  const watch = spawn('sh', ['-c', WATCH, String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  server.once('exit', () => watch.kill('SIGKILL'));
}
