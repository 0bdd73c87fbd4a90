import { Logger } from '@nestjs/common';
import { withDeadline } from '@outlay/time';
import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import type { CheckRequest, ReceiptKind } from './check-process/main.js';
import type { Verdict } from './check-process/verdict.js';

/** Much longer than it takes on an idle machine, where a decoder loads within a second. */
const LOAD_DEADLINE_MS = 60_000;
/** Resident bytes. A photo of 48 megapixels in HEIC takes 390 MB, a progressive JPEG of 64 megapixels 430 MB. */
const CHECK_MEMORY_LIMIT = 448 * 1_048_576;
/** Bytes after which a process is not used again, since neither WebAssembly nor an allocator returns all it took. */
const KEPT_MEMORY = 160 * 1_048_576;
/** Ends a process above the limit, whether it notices or the kernel does. */
const OVER_MEMORY = 'SIGKILL';
const EXTENSION = extname(import.meta.filename);
const ENTRY = new URL(`./check-process/main${EXTENSION}`, import.meta.url);
/** Development and tests run the sources, which the process's Node must load as well. */
const SOURCE_NAMES = new URL('../../../libs/testing/src/backing/source-names.mjs', import.meta.url);
const SOURCE_ARGUMENTS = ['--conditions=source', '--experimental-transform-types', '--import', SOURCE_NAMES.href];

export interface Checked {
  readonly verdict: Verdict | { readonly condition: 'tooDemanding' };
  /** Resident bytes after the check. */
  readonly memory: number;
}

/**
 * Opens one file at a time in a process of its own, which a crafted file can end, but not leave. It starts with the first
 * file, and again after one that took too long or too much memory.
 */
export class ReceiptChecker {
  private readonly logger = new Logger('Receipts');
  private child: ChildProcess | null = null;
  /** The kinds that the process can check without loading a decoder. */
  private readonly loaded = new Set<ReceiptKind>();

  constructor(private readonly memoryLimit = CHECK_MEMORY_LIMIT) {}

  async check(kind: ReceiptKind, content: Buffer, deadlineMs: number): Promise<Checked['verdict']> {
    const child = (this.child ??= this.start());
    setReferenced(child, true);
    try {
      // The decoder loads before the file's deadline starts, since a busy machine is not the fault of the file.
      if (!this.loaded.has(kind)) await withDeadline(ask(child, { kind }), LOAD_DEADLINE_MS, kind);
      this.loaded.add(kind);
      const answer = ask<Checked>(child, { kind, size: content.length });
      filesOf(child).write(content);
      const { verdict, memory } = await withDeadline(answer, deadlineMs, kind);
      if (memory > KEPT_MEMORY) this.end();
      else setReferenced(child, false);
      return verdict;
    } catch (error) {
      this.logger.warn(`A receipt of kind ${kind} with ${content.length} bytes: ${String(error)}`);
      this.end();
      const isDamaged = error instanceof EndedProcess && error.signal !== OVER_MEMORY;
      return { condition: isDamaged ? 'unreadable' : 'tooDemanding' };
    }
  }

  end(): void {
    this.child?.kill('SIGKILL');
    this.forget();
  }

  private forget(): void {
    this.child = null;
    this.loaded.clear();
  }

  private start(): ChildProcess {
    const child = fork(ENTRY, [String(this.memoryLimit)], {
      serialization: 'advanced',
      // The child gets no secret of this process, and no options of its start.
      env: {},
      execArgv: EXTENSION === '.ts' ? SOURCE_ARGUMENTS : [],
      // Decoders print a line about every broken file. Files have a pipe of their own, since messages are copied.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    child.on('exit', () => {
      if (this.child === child) this.forget();
    });
    // A child can also fail while no file waits for it.
    for (const emitter of [child, filesOf(child)]) emitter.on('error', () => undefined);
    return child;
  }
}

class EndedProcess extends Error {
  constructor(
    code: number | null,
    readonly signal: string | null,
  ) {
    super(`The process ended with ${signal ?? code}`);
  }
}

/** The process answers each request before it gets the next. */
function ask<Answer>(child: ChildProcess, request: CheckRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: Answer) => {
      child.off('exit', onExit);
      resolve(answer);
    };
    const onExit = (code: number | null, signal: string | null) => {
      child.off('message', onMessage);
      reject(new EndedProcess(code, signal));
    };
    child.once('message', onMessage).once('exit', onExit);
    child.send(request);
  });
}

/** The pipe for the bytes of files. */
function filesOf(child: ChildProcess): Socket {
  return child.stdio[4] as Socket;
}

/** Whether the process that started it stays until it has ended. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  for (const handle of [child, child.channel, filesOf(child)]) handle?.[isReferenced ? 'ref' : 'unref']();
}
