import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** `read` returns when this process ends for any reason, because that closes the pipe. */
const WATCH_SCRIPT = 'read _; kill -KILL "$0"; [ -z "$1" ] || rm -rf "$1"';

/** Kills a child process and removes its data folder, if any, when this process ends, even by SIGKILL. */
export function killWithParent(child: ChildProcess, folder = ''): void {
  const watch = spawn('sh', ['-c', WATCH_SCRIPT, String(child.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  (watch.stdin as Socket).unref();
  child.once('exit', () => watch.kill('SIGKILL'));
}
