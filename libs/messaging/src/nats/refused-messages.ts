import { Logger } from '@nestjs/common';
import { OutlayError, type ErrorBody } from '@outlay/contracts';
import { refusedMessages } from '@outlay/telemetry';

const REASONS = {
  unreadable: {
    log: 'is of a stranger, or of a part with another JWT_SECRET, or a minute old',
    error: 'This message was not sent by a part of the system.',
  },
  repeated: {
    log: 'was received before: somebody recorded it and sent it again',
    error: 'This message was received before.',
  },
} as const;

/** Counts refused messages; logs the first of each kind, since others decide how many there are. */
export class RefusedMessages {
  private readonly logger = new Logger('NATS');
  private readonly logged = new Set<string>();

  /** Returns the error to reply with. */
  refuse(subject: string, reason: keyof typeof REASONS): ErrorBody {
    const { log, error } = REASONS[reason];
    refusedMessages.inc({ subject, reason });
    const kind = `${subject} ${reason}`;
    if (!this.logged.has(kind))
      this.logger.warn(`Refused a message to ${subject} that ${log}. Others are only counted.`);
    this.logged.add(kind);
    return new OutlayError('FORBIDDEN', error).toBody();
  }
}
