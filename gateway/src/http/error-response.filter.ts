import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { BlobsUnavailable } from '@outlay/blobs';
import { OutlayError } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './error-response.js';

/** Logs an unexpected error and does not send its message. */
@Catch()
export class ErrorResponseFilter implements ExceptionFilter {
  private readonly logger = new Logger('Gateway');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = toOutlayError(thrown);
    if (error.code === 'INTERNAL' && thrown !== error) {
      const cause = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      this.logger.error(`${request.method} ${request.routeOptions.url} (${request.id}): ${cause}`);
    }
    sendError(reply, error);
  }
}

function toOutlayError(thrown: unknown): OutlayError {
  if (thrown instanceof OutlayError) return thrown;
  if (thrown instanceof BlobsUnavailable) {
    return new OutlayError('SERVICE_UNAVAILABLE', 'The file store is not available. Please try again in a moment.');
  }
  switch (httpStatusOf(thrown)) {
    case 404:
      return new OutlayError('NOT_FOUND', 'There is nothing at this address.');
    case 413:
      return new OutlayError('FILE_TOO_LARGE', 'The request is too large.');
    case 415:
      return new OutlayError('INVALID_INPUT', 'The request body must be JSON or, for a receipt, a multipart form.');
    case null:
      return new OutlayError('INTERNAL', 'Something went wrong on our side. Please try again later.');
    default:
      return new OutlayError('INVALID_INPUT', 'The request could not be read. Please check it and try again.');
  }
}

function httpStatusOf(thrown: unknown): number | null {
  const status =
    thrown instanceof HttpException ? thrown.getStatus() : (thrown as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
