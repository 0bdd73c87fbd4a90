import { jest } from '@jest/globals';
import { correlated } from '@outlay/telemetry';
import { ProcessLogger } from './logging.js';

function outputOf(work: () => void): string {
  const out = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    work();
    return out.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    out.mockRestore();
  }
}

describe('a process’s logs', () => {
  it('are JSON lines with the process and the correlation id', () => {
    const logger = new ProcessLogger('expenses', 'json', ['log']);
    const line = outputOf(() => correlated('request-1', () => logger.log('Paid', 'Payments')));
    expect(JSON.parse(line)).toMatchObject({
      level: 'log',
      message: 'Paid',
      context: 'Payments',
      process: 'expenses',
      correlationId: 'request-1',
    });
    expect(JSON.parse(outputOf(() => logger.log('Started')))).not.toHaveProperty('correlationId');
  });

  it('have the correlation id in text format, too', () => {
    const logger = new ProcessLogger('expenses', 'text', ['log']);
    expect(outputOf(() => correlated('request-1', () => logger.log('Paid', 'Payments')))).toContain(
      '[Payments request-1]',
    );
  });

  it('leave out levels that are not configured', () => {
    const logger = new ProcessLogger('expenses', 'json', ['warn']);
    expect(outputOf(() => logger.log('Paid'))).toBe('');
  });
});
