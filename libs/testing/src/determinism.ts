import { createHash } from 'node:crypto';
import type { Clock, IdSource } from '@outlay/time';

export class TestClock implements Clock {
  private at: number;

  constructor(start = '2026-06-15T10:00:00.000Z') {
    this.at = Date.parse(start);
  }

  now(): Date {
    return new Date(this.at);
  }

  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = by;
    this.at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  }
}

export class SeededIds implements IdSource {
  private count = 0;

  constructor(private readonly seed = 'outlay') {}

  uuid(): string {
    const hex = this.bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  bytes(size: number): Buffer {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      this.count += 1;
      blocks.push(createHash('sha256').update(`${this.seed}:${this.count}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, size);
  }
}
