import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PdfCondition } from './receipt-thread.js';
import { TaskThread } from './task-thread.js';

const PDF_DEADLINE_MS = 5_000;
/** 25 megapixels take 5 s. */
const HEIC_DEADLINE_MS = 20_000;

/** Keeps the decoders of files from strangers off the event loop, each with one file at a time and a deadline. */
@Injectable()
export class ReceiptThreads implements OnApplicationShutdown {
  private readonly pdf = new TaskThread<PdfCondition>('pdfCondition', PDF_DEADLINE_MS);
  private readonly heic = new TaskThread<Uint8Array>('heicToJpeg', HEIC_DEADLINE_MS);

  async pdfCondition(content: Buffer): Promise<PdfCondition> {
    return (await this.pdf.run(content)) ?? 'unreadable';
  }

  /** Null if it cannot be converted. */
  async heicToJpeg(content: Buffer): Promise<Buffer | null> {
    const jpeg = await this.heic.run(content);
    // The memory of WebAssembly never shrinks.
    await this.heic.end();
    return jpeg && Buffer.from(jpeg);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pdf.end(), this.heic.end()]);
  }
}
