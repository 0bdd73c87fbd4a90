import type { SavedViewJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/saved-views';
import { messageOf } from '#lib/errors';
import { useProfile } from '#lib/profile';
import { Button, IconButton } from '#ui/button';
import { Checkbox, Input } from '#ui/controls';
import { Field } from '#ui/field';
import { Glyph } from '#ui/glyph';
import { LoadFailure } from '#ui/load-failure';
import { ErrorNotice } from '#ui/notice';
import { Skeleton } from '#ui/skeleton';
import { toast } from '#ui/toast';
import {
  isSameName,
  isSameView,
  savedViewsQuery,
  searchOfView,
  useRemoveView,
  useSaveView,
  viewFilterOf,
} from '#panel/saved-views';
import { usePanelSearch } from '#panel/use-panel-search';

const LONGEST_NAME = 60;

/** Lists under a name: to open, to rename, to remove, and a form that saves what the list shows now. */
export function SavedViews({ onClose }: { onClose: () => void }) {
  const query = useQuery(savedViewsQuery);
  const [search, change] = usePanelSearch();
  const { id: userId } = useProfile();
  const remove = useRemoveView();
  const [renamed, setRenamed] = useState<SavedViewJson | null>(null);
  const views = query.data ?? [];
  const filter = viewFilterOf(search);

  return (
    <section aria-label={texts.title}>
      <h2 className="eyebrow mb-1">{texts.title}</h2>
      {query.isPending && <Skeleton className="h-8" />}
      {query.isError && <LoadFailure query={query} text={texts.loadFailed} />}
      {query.data?.length === 0 && <p className="text-muted">{texts.none}</p>}
      {views.length > 0 && (
        <ul className="-mx-2 max-h-64 overflow-y-auto">
          {views.map((view) => (
            <li key={view.id} className="flex items-center">
              <button
                type="button"
                aria-current={isSameView(view.filter, filter) || undefined}
                className="min-h-8 min-w-0 flex-1 rounded-lg px-2 py-1 text-start wrap-anywhere hover:bg-sunken aria-[current]:font-semibold"
                onClick={() => {
                  change(searchOfView(view.filter), 'push');
                  onClose();
                }}
              >
                <bdi>{view.name}</bdi>{' '}
                {view.shared && (
                  <span className="text-xs font-normal text-muted">
                    {view.owner_id === userId ? texts.shared : texts.sharedBy(view.owner_name)}
                  </span>
                )}
              </button>
              {view.owner_id === userId && (
                <IconButton small label={texts.rename(view.name)} onClick={() => setRenamed(view)}>
                  <Glyph name="pencil" />
                </IconButton>
              )}
              <IconButton
                small
                label={texts.remove(view.name)}
                busy={remove.isPending && remove.variables.id === view.id}
                onClick={() =>
                  remove.mutate(view, {
                    onSuccess: () => toast.success(texts.removed(view.name)),
                    onError: (error) => toast.error(messageOf(error, texts.removeFailed)),
                  })
                }
              >
                <Glyph name="trash-2" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {remove.isError && <ErrorNotice error={remove.error} fallback={texts.removeFailed} />}
      {query.data && (
        <SaveForm
          key={renamed?.id}
          renamed={renamed}
          filter={filter}
          own={views.filter(({ owner_id }) => owner_id === userId)}
          onDone={() => setRenamed(null)}
        />
      )}
    </section>
  );
}

interface SaveFormProps {
  /** The view that gets another name or is shared, with its filter; without one, the list of now is saved. */
  renamed: SavedViewJson | null;
  filter: SavedViewJson['filter'];
  own: readonly SavedViewJson[];
  onDone: () => void;
}

function SaveForm({ renamed, filter, own, onDone }: SaveFormProps) {
  const save = useSaveView();
  const [name, setName] = useState(renamed?.name ?? '');
  const [isShared, setShared] = useState(renamed?.shared ?? false);
  const [isTried, setTried] = useState(false);
  const namesake = renamed ? undefined : own.find((view) => isSameName(view.name, name));
  return (
    <form
      noValidate
      className="mt-2 space-y-2 border-t border-line pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isBlank(name) || save.isPending) return;
        const body = { name: name.trim(), shared: isShared, filter: renamed?.filter ?? filter };
        save.mutate(
          { id: renamed?.id ?? namesake?.id ?? null, body },
          {
            onSuccess: (view) => {
              toast.success(texts.saved(view.name));
              setName('');
              setShared(false);
              setTried(false);
              onDone();
            },
            onError: (error) => toast.error(messageOf(error, texts.saveFailed)),
          },
        );
      }}
    >
      <Field label={texts.viewName} error={isTried && isBlank(name) ? texts.nameRequired : undefined}>
        {(control) => (
          <Input
            {...control}
            autoFocus={renamed !== null}
            autoComplete="off"
            maxLength={LONGEST_NAME}
            value={name}
            className="h-9"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Checkbox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
        {texts.forAll}
      </Checkbox>
      {save.isError && <ErrorNotice error={save.error} fallback={texts.saveFailed} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" busy={save.isPending}>
          {renamed ? texts.saveChanges : namesake ? texts.replace : texts.save}
        </Button>
        {renamed && (
          <Button size="sm" onClick={onDone}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
