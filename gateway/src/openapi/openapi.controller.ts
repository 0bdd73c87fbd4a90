import { Controller } from '@nestjs/common';
import { openApiRoute } from '../routes/gateway-routes.js';
import { Route } from '../routes/route.decorator.js';

@Controller()
export class OpenApiController {
  private document: Record<string, unknown> | undefined;

  /** Generated on first use, to keep startup fast. */
  @Route(openApiRoute)
  async describe() {
    const { createApiDocument } = await import('./document.js');
    this.document ??= createApiDocument();
    return this.document;
  }
}
