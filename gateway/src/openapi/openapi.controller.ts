import { Controller } from '@nestjs/common';
import { openApiRoute } from '../routes/gateway-routes.js';
import { Route } from '../routes/route.decorator.js';

@Controller()
export class OpenApiController {
  private document: Record<string, unknown> | undefined;

  /** Made for whoever asks first, so that a start does not pay for it. */
  @Route(openApiRoute)
  async describe() {
    const { createApiDocument } = await import('./document.js');
    this.document ??= createApiDocument();
    return this.document;
  }
}
