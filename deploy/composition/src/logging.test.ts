import { jest } from '@jest/globals';
import { correlated } from '@outlay/telemetry';
import { ProcessLogger } from './logging.js';

function printed(work: () => void): string {
  const out = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    work();
    return out.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    out.mockRestore();
  }
}

describe('a process’s logs', () => {
  it('are lines of JSON that name the process and the thread', () => {
    const logger = new ProcessLogger('expenses', 'json', ['log']);
    const line = printed(() => correlated('thread-1', () => logger.log('Paid', 'Payments')));
    expect(JSON.parse(line)).toMatchObject({
      level: 'log',
      message: 'Paid',
      context: 'Payments',
      process: 'expenses',
      correlationId: 'thread-1',
    });
    expect(JSON.parse(printed(() => logger.log('Started')))).not.toHaveProperty('correlationId');
  });

  it('name the thread for people, too', () => {
    const logger = new ProcessLogger('expenses', 'text', ['log']);
    expect(printed(() => correlated('thread-1', () => logger.log('Paid', 'Payments')))).toContain(
      '[Payments thread-1]',
    );
  });

  it('say no more than they are asked to', () => {
    const logger = new ProcessLogger('expenses', 'json', ['warn']);
    expect(printed(() => logger.log('Paid'))).toBe('');
  });
});
