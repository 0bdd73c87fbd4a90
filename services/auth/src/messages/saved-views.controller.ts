import { Controller } from '@nestjs/common';
import {
  listViews,
  removeView,
  requireSuperAdmin,
  saveView,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { SavedViews } from '../workflows/saved-views.js';

@Controller()
export class SavedViewsController {
  constructor(private readonly views: SavedViews) {}

  @Handles(listViews)
  async list(_request: RequestOf<typeof listViews>, context: MessageContext) {
    return { views: await this.views.list(requireSuperAdmin(context).id) };
  }

  @Handles(saveView)
  async save(request: RequestOf<typeof saveView>, context: MessageContext) {
    return { view: await this.views.save(requireSuperAdmin(context).id, request, context) };
  }

  @Handles(removeView)
  async remove({ viewId }: RequestOf<typeof removeView>, context: MessageContext) {
    await this.views.remove(requireSuperAdmin(context).id, viewId, context);
    return { done: true as const };
  }
}
