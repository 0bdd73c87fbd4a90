import { Logger } from '@nestjs/common';

/** Keeps warnings from now on, instead of printing them. */
export function collectWarnings(): readonly string[] {
  const warnings: string[] = [];
  const ignore = () => undefined;
  Logger.overrideLogger({
    log: ignore,
    error: ignore,
    warn: (message: unknown) => void warnings.push(String(message)),
  });
  return warnings;
}
