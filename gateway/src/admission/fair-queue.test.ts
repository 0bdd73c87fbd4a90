import { FairQueue } from './fair-queue.js';

const HERE = new AbortController().signal;
const here = () => HERE;

describe('a queue that is fair to everybody', () => {
  /** Adds a task that runs until `finish` is called with its name. */
  function start(places: number) {
    const queue = new FairQueue(places);
    const started: string[] = [];
    const finishers = new Map<string, () => void>();
    const add = (person: string, name: string, gone = HERE) =>
      queue.run(
        person,
        () => gone,
        () => {
          started.push(name);
          return new Promise<string>((resolve) => finishers.set(name, () => resolve(name)));
        },
      );
    const finish = async (name: string) => {
      finishers.get(name)?.();
      await new Promise(setImmediate);
    };
    return { add, finish, started };
  }
  const settled = () => new Promise(setImmediate);

  it('runs one task of a person at a time, and leaves a place for others', async () => {
    const { add, finish, started } = start(2);
    for (const name of ['a1', 'a2', 'a3']) void add('a', name);
    await settled();
    expect(started).toEqual(['a1']);
    void add('b', 'b1');
    await settled();
    expect(started).toEqual(['a1', 'b1']);
    await finish('b1');
    expect(started).toEqual(['a1', 'b1']);
    await finish('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('gives the next turn to the person whose last turn was the longest ago', async () => {
    const { add, finish, started } = start(1);
    for (const name of ['a1', 'a2', 'a3']) void add('a', name);
    for (const name of ['b1', 'b2']) void add('b', name);
    void add('c', 'c1');
    await settled();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(started.at(-1)).toBe(name);
      await finish(name);
    }
    expect(started).toHaveLength(6);
  });

  it('drops a task that nobody waits for any more, unless it has started', async () => {
    const { add, finish, started } = start(1);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = add('a', 'a1', running.signal);
    const second = add('a', 'a2', waiting.signal);
    const third = add('a', 'a3');
    waiting.abort(new Error('gone'));
    running.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(add('b', 'b1', waiting.signal)).rejects.toThrow('gone');
    await finish('a1');
    expect(await first).toBe('a1');
    await finish('a3');
    expect(await third).toBe('a3');
    expect(started).toEqual(['a1', 'a3']);
  });

  it('goes on after a task that failed', async () => {
    const queue = new FairQueue(1);
    await expect(queue.run('a', here, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await queue.run('a', here, async () => 'done')).toBe('done');
  });
});
