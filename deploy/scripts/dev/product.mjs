import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { productNode, root } from '../prepare.mjs';

const STOP_MS = 1000;
const FLAGS = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
const PROGRAM = join(root, 'deploy', 'scripts', 'dev', 'run-product.mjs');

/** A spare process loads the packages in advance. The old process serves until the new sources load. */
export class Product extends EventEmitter {
  #env;
  #args;
  #serving = null;
  #loading = null;
  #spare = null;
  #isStarting = true;
  #isStopped = false;
  #lastLoaded = { sources: [], packages: [] };

  constructor(env, args) {
    super();
    this.#env = env;
    this.#args = args;
  }

  async isServing() {
    while (this.#isStarting) await once(this, 'settled');
    return this.#serving !== null;
  }

  /** `kept`: the sources do not load; `failed`: the product does not start; `superseded`: by a later call or `stop`. */
  async replace() {
    if (this.#isStopped) return 'superseded';
    this.#loading?.kill('SIGKILL');
    const child = this.#takeSpare();
    this.#loading = child;
    lead(child, { sources: this.#lastLoaded.sources });
    const isLoaded = await reached(child, 'loaded');
    if (this.#loading !== child) return 'superseded';
    this.#loading = null;
    const outcome = isLoaded ? await this.#swap(child) : this.#serving ? 'kept' : 'failed';
    if (outcome === 'superseded' || this.#isStopped) return 'superseded';
    if (outcome !== 'kept') {
      this.#isStarting = false;
      this.emit('settled');
    }
    this.#spare ??= this.#spawn();
    return outcome;
  }

  announce() {
    lead(this.#serving, {});
  }

  async stop() {
    this.#isStopped = true;
    const children = [this.#serving, this.#loading, this.#spare];
    this.#serving = this.#loading = this.#spare = null;
    await Promise.all(children.map(end));
  }

  async #swap(child) {
    this.#isStarting = true;
    const previous = this.#serving;
    this.#serving = child;
    await end(previous);
    lead(child, {});
    const started = await reached(child, 'started');
    if (this.#serving !== child) return 'superseded';
    if (!started) {
      this.#serving = null;
      return 'failed';
    }
    this.#lastLoaded = started;
    child.once('exit', (code, signal) => this.#onExit(child, code ?? signal));
    return 'started';
  }

  #onExit(child, code) {
    if (this.#serving !== child) return;
    this.#serving = null;
    console.error(`The product ended (${code}). It starts again after the next change.`);
  }

  #takeSpare() {
    const spare = this.#spare;
    this.#spare = null;
    return spare?.connected ? spare : this.#spawn();
  }

  #spawn() {
    // The product runs in a process group of its own: Ctrl-C ends it through `stop`.
    const child = spawn(productNode(), [...FLAGS, PROGRAM, ...this.#args], {
      cwd: root,
      env: this.#env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    lead(child, { packages: this.#lastLoaded.packages });
    return child;
  }
}

/** `reached` notices a process that has ended. */
function lead(child, message) {
  child.send(message, () => {});
}

/** Null if the process ends before the step. */
function reached(child, step) {
  return new Promise((resolve) => {
    child.on('message', (message) => message.step === step && resolve(message));
    if (child.exitCode !== null || child.signalCode !== null) resolve(null);
    child.once('exit', () => resolve(null));
  });
}

async function end(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}
