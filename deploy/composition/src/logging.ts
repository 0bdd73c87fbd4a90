import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { currentCorrelation } from '@outlay/telemetry';

export class ProcessLogger extends ConsoleLogger {
  constructor(
    private readonly process: string,
    format: 'text' | 'json',
    logLevels: LogLevel[],
  ) {
    super({
      json: format === 'json',
      colors: format === 'text' && Boolean(globalThis.process.stdout.isTTY),
      logLevels,
    });
  }

  protected override getJsonLogObject(...args: Parameters<ConsoleLogger['getJsonLogObject']>) {
    const correlationId = currentCorrelation();
    return { ...super.getJsonLogObject(...args), process: this.process, ...(correlationId && { correlationId }) };
  }

  protected override formatContext(context: string): string {
    const correlationId = currentCorrelation();
    return super.formatContext(correlationId ? `${context} ${correlationId}` : context);
  }
}
