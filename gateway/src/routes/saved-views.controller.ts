import { Controller } from '@nestjs/common';
import {
  listViews,
  listViewsRoute,
  removeView,
  removeViewRoute,
  replaceViewRoute,
  saveView,
  saveViewRoute,
  toSnakeCase,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class SavedViewsController {
  constructor(private readonly messages: MessageClient) {}

  @Route(listViewsRoute)
  async list(@Input() { context }: Call<typeof listViewsRoute>) {
    return toSnakeCase((await this.messages.call(listViews, {}, context)).views);
  }

  @Route(saveViewRoute)
  async save(@Input() { body, context }: Call<typeof saveViewRoute>) {
    return toSnakeCase((await this.messages.call(saveView, { viewId: null, ...body }, context)).view);
  }

  @Route(replaceViewRoute)
  async replace(@Input() { params, body, context }: Call<typeof replaceViewRoute>) {
    return toSnakeCase((await this.messages.call(saveView, { viewId: params.id, ...body }, context)).view);
  }

  @Route(removeViewRoute)
  async remove(@Input() { params, context }: Call<typeof removeViewRoute>) {
    await this.messages.call(removeView, { viewId: params.id }, context);
    return { message: 'View removed' };
  }
}
