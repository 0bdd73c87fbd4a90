import { isDeepStrictEqual } from 'node:util';
import { OutlayError, VIEW_LIMITS, type AccountEvent, type SavedViewData } from '@outlay/contracts';
import { searchable } from '@outlay/rules';
import type { SavedView } from './account.js';

/** A repeat changes nothing. @throws NOT_FOUND, CONFLICT */
export function savedView(views: readonly SavedView[], view: SavedViewData, isNew: boolean): AccountEvent[] {
  if (!isNew && !views.some(({ viewId }) => viewId === view.viewId)) throw viewNotFound();
  const namesake = views.find(({ name }) => isSameName(name, view.name));
  const saved = isNew ? { ...view, viewId: namesake?.viewId ?? view.viewId } : view;
  if (namesake && isAsSaved(namesake, saved)) return [];
  if (namesake && (isNew || namesake.viewId !== view.viewId)) {
    throw new OutlayError('CONFLICT', `You already have a view named “${namesake.name}”. Please choose another name.`);
  }
  if (!hasRoomFor(views, view)) {
    throw new OutlayError(
      'CONFLICT',
      `You have ${VIEW_LIMITS.views} views, which is the limit. Please remove one first.`,
    );
  }
  return [{ type: 'ViewSaved', data: view }];
}

/** A view can be removed by its owner, and by others if it is shared. @throws NOT_FOUND */
export function removedView(views: readonly SavedView[], viewId: string, isOwn: boolean): AccountEvent[] {
  const view = views.find((each) => each.viewId === viewId);
  if (!view || !(isOwn || view.shared)) throw viewNotFound();
  return [{ type: 'ViewRemoved', data: { viewId, name: view.name } }];
}

/** Whether the name is free and the limit kept. */
export function hasRoomFor(views: readonly SavedView[], { viewId, name }: SavedViewData): boolean {
  const others = views.filter((view) => view.viewId !== viewId);
  return others.length < VIEW_LIMITS.views && !others.some((view) => isSameName(view.name, name));
}

export function isAsSaved({ savedAt: _, ...saved }: SavedView, view: SavedViewData): boolean {
  return isDeepStrictEqual(saved, view);
}

export function isSameName(one: string, other: string): boolean {
  return searchable(one) === searchable(other);
}

export function viewNotFound(): OutlayError {
  return new OutlayError('NOT_FOUND', 'View not found');
}
