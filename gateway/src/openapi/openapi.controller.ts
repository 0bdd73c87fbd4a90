import { Controller } from '@nestjs/common';
import { eventSchemasRoute, feedSchema } from '@outlay/contracts';
import { asyncApiRoute, openApiRoute } from '../routes/gateway-routes.js';
import { Route } from '../routes/route.decorator.js';

/** Each document is generated on first use, to keep startup fast. */
@Controller()
export class OpenApiController {
  private document: Record<string, unknown> | undefined;
  private messages: Record<string, unknown> | undefined;
  private events: Record<string, unknown> | undefined;

  @Route(openApiRoute)
  async describe() {
    const { createApiDocument } = await import('./document.js');
    this.document ??= createApiDocument();
    return this.document;
  }

  @Route(asyncApiRoute)
  async describeMessages() {
    const { createMessagesDocument } = await import('./messages-document.js');
    this.messages ??= createMessagesDocument();
    return this.messages;
  }

  @Route(eventSchemasRoute)
  async describeEvents() {
    this.events ??= { ...feedSchema() };
    return this.events;
  }
}
