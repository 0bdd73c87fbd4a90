import { Combobox } from '@base-ui/react/combobox';
import type { UserJson } from '@outlay/contracts';
import { MENTIONED_MAX, searchable } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import * as texts from '#strings/questions';
import { useProfile } from '#lib/profile';
import { Field } from '#ui/field';
import { Glyph } from '#ui/glyph';
import { usersQuery } from '#panel/queries';
import { isActingSuperAdmin } from '#panel/super-admins';
import { nameOf } from '#panel/user-name';

export interface MentionHandle {
  /** Moves the focus to the list of people, and back to the text when one is chosen. False if there is nobody. */
  readonly open: (from: HTMLElement) => boolean;
}

interface MentionFieldProps {
  ref: Ref<MentionHandle>;
  ownerId: string;
  mentioned: readonly string[];
  onMention: (ids: readonly string[]) => void;
}

/** Chooses other super admins than the asker and the owner. */
export default function MentionField({ ref, ownerId, mentioned, onMention }: MentionFieldProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const { id: userId } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement>(null);
  useImperativeHandle(ref, () => ({
    open: (from) => {
      if (!input.current) return false;
      origin.current = from;
      input.current.focus();
      setOpen(true);
      return true;
    },
  }));
  /** Goes back to the text, if an @ led here. */
  const leave = () => {
    if (!origin.current) return;
    setOpen(false);
    origin.current.focus();
    origin.current = null;
  };

  const offered = users.filter((user) => isActingSuperAdmin(user) && user.id !== userId && user.id !== ownerId);
  // Somebody who was chosen and is no super admin any more can be removed.
  const chosen = users.filter(({ id }) => mentioned.includes(id));
  if (offered.length + chosen.length === 0) return null;
  const isFull = chosen.length >= MENTIONED_MAX;
  return (
    <Field className="mt-3" label={texts.mention} hint={isFull ? texts.mentionFull(MENTIONED_MAX) : texts.mentionHint}>
      {(control) => (
        <Combobox.Root
          multiple
          autoHighlight
          openOnInputClick
          items={offered}
          value={chosen}
          itemToStringLabel={nameOf}
          filter={(user: UserJson, typed) => searchable(`${nameOf(user)} ${user.email}`).includes(searchable(typed))}
          onValueChange={(next: UserJson[]) => {
            onMention(next.map(({ id }) => id));
            leave();
          }}
          open={isOpen}
          onOpenChange={(opens) => {
            setOpen(opens);
            if (!opens) leave();
          }}
        >
          <Combobox.Chips className="flex min-h-10 flex-wrap items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-1.5 py-1 focus-within:outline-2 focus-within:outline-accent">
            {chosen.map((user) => (
              <Combobox.Chip
                key={user.id}
                title={user.email}
                className="flex min-h-7 max-w-full items-center rounded-md bg-accent-soft ps-2 text-sm text-accent"
              >
                <bdi className="truncate">{nameOf(user)}</bdi>
                <Combobox.ChipRemove
                  aria-label={texts.removeMention(nameOf(user))}
                  className="grid size-7 place-items-center"
                >
                  <Glyph name="x" className="size-3.5" />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              {...control}
              // The open list hides its label.
              aria-label={texts.mention}
              ref={input}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || !isOpen) return;
                // The sheet would close as well.
                event.stopPropagation();
                setOpen(false);
                leave();
              }}
              placeholder={chosen.length === 0 ? '@' : undefined}
              className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none placeholder:text-muted sm:text-sm"
            />
          </Combobox.Chips>
          <div ref={list} />
          <Combobox.Portal container={list}>
            <Combobox.Positioner positionMethod="fixed" sideOffset={4} className="z-50">
              <Combobox.Popup className="max-h-64 w-(--anchor-width) overflow-y-auto rounded-xl border border-line bg-surface p-1 text-sm text-ink shadow-lg">
                <Combobox.Empty className="not-empty:p-2.5 text-muted">{texts.nobodyFound}</Combobox.Empty>
                <Combobox.List aria-label={texts.mention}>
                  {(user: UserJson) => (
                    <Combobox.Item
                      key={user.id}
                      value={user}
                      disabled={isFull && !chosen.includes(user)}
                      className="flex min-h-10 cursor-pointer flex-col justify-center rounded-lg px-2.5 py-1 data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-accent-soft data-selected:font-semibold"
                    >
                      <bdi className="truncate">{nameOf(user)}</bdi>
                      <span className="truncate text-xs font-normal text-muted">{user.email}</span>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}
