import { useState, type ReactNode } from 'react';
import { STATUS_LOOK, SavingPill, StatusPill } from '#expense/status-pill';
import { NetworkError } from '#lib/errors';
import { Badge } from '#ui/badge';
import { BottomBar } from '#ui/bottom-bar';
import { BrandMark } from '#ui/brand-mark';
import { Button, IconButton } from '#ui/button';
import { Card, CardPart, CardTitle } from '#ui/card';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Checkbox, Input, Select, Textarea } from '#ui/controls';
import { CopyButton } from '#ui/copy-button';
import { Dialog } from '#ui/dialog';
import { EmptyState } from '#ui/empty-state';
import { Field } from '#ui/field';
import { FileButton } from '#ui/file-button';
import { Glyph, RowGlyph } from '#ui/glyph';
import { GLYPHS, PATHS } from '#ui/glyphs';
import { KeyHint } from '#ui/key-hint';
import { ListCards } from '#ui/list-cards';
import { ListTable, type ListColumn } from '#ui/list-table';
import { LoadFailure, RetryButton } from '#ui/load-failure';
import { ErrorNotice, Notice } from '#ui/notice';
import { PageHeader } from '#ui/page-header';
import { PasswordInput } from '#ui/password-input';
import { Sheet } from '#ui/sheet';
import ShortcutSheet from '#ui/shortcut-sheet';
import { Skeleton, SkeletonRows } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { Steps } from '#ui/steps';
import { SummaryCard } from '#ui/summary-card';
import { Table, Td, Th } from '#ui/table';
import { Tabs } from '#ui/tabs';
import { toast } from '#ui/toast';
import { Toaster } from '#ui/toaster';
import { WholeNumberField } from '#ui/whole-number-field';

const nothing = () => {};
const noQuery = { isFetching: false, refetch: nothing };
const TONES = ['neutral', 'orange', 'green', 'red', 'teal', 'pine'] as const;
const BUTTONS = ['primary', 'secondary', 'ghost', 'danger', 'link'] as const;
const NOTICES = ['info', 'success', 'warning', 'error'] as const;
const STATUSES = Object.keys(STATUS_LOOK) as (keyof typeof STATUS_LOOK)[];
const CLAIMS = [
  { id: 'EXP-1', what: 'Train to Lyon', amount: '84.00 EUR' },
  { id: 'EXP-2', what: 'Dinner with the auditors, who stayed until the last figure was found', amount: '1,204.50 EUR' },
];
type Claim = (typeof CLAIMS)[number];
const COLUMNS: ListColumn<{ claim: Claim }>[] = [
  { name: 'ID', width: '7rem', cell: ({ claim }) => claim.id },
  { name: 'Justification', width: '1fr', cell: ({ claim }) => claim.what },
  { name: 'Amount', width: '10rem', isFigure: true, cell: ({ claim }) => claim.amount },
];

/** Each component of `#ui` in all its states, on one page without a server; `gallery.test.tsx` says what is missing. */
export function Gallery() {
  return (
    <main className="mx-auto max-w-5xl space-y-10 p-4 md:p-8">
      <PageHeader title="Components" subtitle="All of them, in all their states" actions={<Button>An action</Button>} />
      <Group title="Type">
        <p className="figures w-full text-xl font-semibold">1,204.50 EUR</p>
        <p className="w-full text-base font-semibold">Title of a card</p>
        <p className="w-full text-sm">Text and controls</p>
        <p className="w-full text-[0.8125rem]">A compact row</p>
        <p className="w-full text-xs text-muted">Ids, status, hints</p>
        <p className="eyebrow w-full">Head of a column</p>
      </Group>
      <Group title="Colours">
        {['bg-canvas', 'bg-surface', 'bg-sunken', 'bg-brand', 'bg-accent', 'bg-accent-soft'].map((name) => (
          <Swatch key={name} name={name} />
        ))}
        {['bg-danger-soft', 'bg-success-soft', 'bg-draft-soft', 'bg-submitted-soft', 'bg-paid-soft'].map((name) => (
          <Swatch key={name} name={name} />
        ))}
      </Group>
      <Group title="Buttons">
        {BUTTONS.map((variant) => (
          <div key={variant} className="flex w-full flex-wrap items-center gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="sm">
              small
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
          </div>
        ))}
        <IconButton label="Edit">
          <Glyph name="pencil" />
        </IconButton>
        <IconButton label="Delete" small variant="danger">
          <Glyph name="trash-2" />
        </IconButton>
        <CopyButton text="EXP-1" />
        <FileButton onFile={nothing}>Choose a file</FileButton>
        <FileButton onFile={nothing} disabled>
          Unavailable
        </FileButton>
        <Button>
          Approve <KeyHint of="a" />
        </Button>
        <RetryButton query={noQuery} />
        <RetryButton query={{ ...noQuery, isFetching: true }} />
      </Group>
      <Group title="Badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {STATUSES.map((status) => (
          <StatusPill key={status} status={status} />
        ))}
        {STATUSES.map((status) => (
          <StatusPill key={status} status={status} small />
        ))}
        <SavingPill />
      </Group>
      <Group title="Fields">
        <div className="grid w-full gap-4 sm:grid-cols-2">
          <Field label="Text" hint="A hint">
            {(control) => <Input {...control} placeholder="Placeholder" />}
          </Field>
          <Field label="Refused" error="Amount must be a number, such as 12.50">
            {(control) => <Input {...control} defaultValue="12,50,1" />}
          </Field>
          <Field label="Disabled">{(control) => <Input {...control} disabled defaultValue="ada@example.org" />}</Field>
          <Field label="Inline" isInline aside={<span className="text-xs text-muted">Aside</span>}>
            {(control) => <Input {...control} />}
          </Field>
          <Field label="Date">{(control) => <Input {...control} type="date" defaultValue="2026-03-04" />}</Field>
          <Field label="Choice">
            {(control) => (
              <Select {...control}>
                <option>Restaurant</option>
                <option>Hotel</option>
              </Select>
            )}
          </Field>
          <Field label="Lines">{(control) => <Textarea {...control} defaultValue={'One line\nand another'} />}</Field>
          <Field label="Password">{(control) => <PasswordInput {...control} defaultValue="Acacia-Bridge" />}</Field>
          <WholeNumberField label="Whole number" value="24" onChange={nothing} hint="Hours" />
          <div className="space-y-2">
            <Checkbox defaultChecked>Ticked</Checkbox>
            <Checkbox>Not ticked</Checkbox>
            <Checkbox disabled>Disabled</Checkbox>
          </div>
        </div>
      </Group>
      <Group title="Notices">
        {NOTICES.map((tone) => (
          <Notice key={tone} tone={tone} className="w-full">
            A notice: {tone}
          </Notice>
        ))}
        <ErrorNotice error={new NetworkError('No answer')} fallback="Failed to load" className="w-full" />
        <LoadFailure query={{ ...noQuery, error: new NetworkError('No answer') }} fallback="Failed to load" />
      </Group>
      <Group title="Waiting">
        <Spinner />
        <Skeleton className="h-10 w-full" />
        <div className="w-full">
          <SkeletonRows label="Loading expenses..." rows={2} />
        </div>
      </Group>
      <Group title="Summary">
        <SummaryCard
          label="Submitted"
          count={34}
          totals={['1,204.50 USD', '84.00 EUR']}
          icon={<Glyph name="send" />}
          onClick={nothing}
          pressed
        />
        <SummaryCard
          label="Approved"
          count="–"
          totals={['USD', 'EUR']}
          icon={<Glyph name="circle-check" />}
          onClick={nothing}
          pressed={false}
        />
      </Group>
      <Group title="Lists">
        <div className="w-full space-y-4">
          <Table aria-label="Table">
            <thead>
              <tr>
                <Th>ID</Th>
                <Th>Justification</Th>
              </tr>
            </thead>
            <tbody>
              {CLAIMS.map(({ id, what }) => (
                <tr key={id}>
                  <Td>{id}</Td>
                  <Td>{what}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <ListTable
            aria-label="Long list"
            columns={COLUMNS}
            items={CLAIMS}
            height={2}
            total={CLAIMS.length}
            sorts={{ Amount: { direction: 'ascending', onSort: nothing } }}
            cells={(claim) => ({ claim })}
            onOpen={nothing}
            isPart={false}
            onSeen={nothing}
          />
          <ListCards
            aria-label="Cards"
            items={CLAIMS}
            height={80}
            isPart={false}
            onSeen={nothing}
            card={({ id, what }) => (
              <Card className="p-4">
                <CardTitle>{id}</CardTitle>
                <CardPart title="Details">
                  <p className="text-sm text-muted">{what}</p>
                </CardPart>
              </Card>
            )}
          />
          <EmptyState icon={<Glyph name="receipt-text" />} title="Nothing yet" action={<Button>New expense</Button>}>
            What is submitted appears here.
          </EmptyState>
        </div>
      </Group>
      <Group title="Tabs and steps">
        <GalleryTabs />
        <Steps items={CLAIMS} at={0} previous="Previous" next="Next" onShow={nothing} />
      </Group>
      <Group title="Icons">
        <BrandMark className="size-9" />
        {[...GLYPHS, ...Object.keys(PATHS)].map((name) => (
          <span key={name} title={name} className="[&_svg]:size-5">
            <Glyph name={name} />
          </span>
        ))}
        <RowGlyph path={PATHS.check} label="With a label" className="size-5" />
      </Group>
      <Group title="Above the page">
        <Opener name="Dialog">
          {(onClose) => (
            <Dialog open onClose={onClose} title="Dialog" description="What it is about" footer={<Button>Save</Button>}>
              Its content
            </Dialog>
          )}
        </Opener>
        <Opener name="Confirmation">
          {(onClose) => (
            <ConfirmDialog open danger title="Confirmation" confirmLabel="Delete" onConfirm={onClose} onClose={onClose}>
              This cannot be undone.
            </ConfirmDialog>
          )}
        </Opener>
        <Opener name="Sheet">
          {(onClose) => (
            <Sheet open onClose={onClose} title="Sheet" footer={<Button variant="primary">Approve</Button>}>
              Its content
            </Sheet>
          )}
        </Opener>
        <Opener name="Shortcuts">{(onClose) => <ShortcutSheet onClose={onClose} />}</Opener>
        <Button onClick={() => toast.success('Expense approved', 'Ada, 84.00 EUR', { label: 'Undo', run: nothing })}>
          Toast of success
        </Button>
        <Button onClick={() => toast.error('Failed to approve expense')}>Toast of failure</Button>
      </Group>
      <Group title="At the bottom of a phone">
        <Framed>
          <BottomBar>
            <Button variant="primary">Submit</Button>
          </BottomBar>
        </Framed>
      </Group>
      <Toaster />
    </main>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="eyebrow mb-3">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}

function Swatch({ name }: { name: string }) {
  return (
    <figure className="text-xs text-muted">
      <div className={`h-12 w-24 rounded-lg border border-line ${name}`} />
      <figcaption>{name.replace('bg-', '')}</figcaption>
    </figure>
  );
}

/** A window of its own for what is placed on the window: a transform is what `fixed` refers to. */
function Framed({ children }: { children: ReactNode }) {
  return (
    <div className="relative h-72 w-full translate-x-0 overflow-auto rounded-xl border border-line" tabIndex={0}>
      {children}
    </div>
  );
}

function GalleryTabs() {
  const [tab, setTab] = useState('first');
  const tabs = [
    { value: 'first', label: 'First' },
    { value: 'second', label: 'Second' },
  ];
  return (
    <div className="w-full">
      <Tabs label="Tabs" value={tab} onChange={setTab} tabs={tabs}>
        The {tab} panel
      </Tabs>
    </div>
  );
}

function Opener({ name, children }: { name: string; children: (onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {open && children(() => setOpen(false))}
    </>
  );
}
