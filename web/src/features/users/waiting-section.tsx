import { useQuery } from '@tanstack/react-query';
import type { PendingAnswer } from '@outlay/contracts';
import * as texts from '#strings/users';
import { formatInstant } from '#expense/format';
import { messageOf } from '#lib/errors';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { ErrorNotice } from '#ui/notice';
import { onePress } from '#ui/one-press';
import { toast } from '#ui/toast';
import { useMayAct } from '#panel/use-may-act';
import { usersQuery } from '#panel/queries';
import { invitesQuery } from './invites';
import { ResetCodeDialog } from './reset-code-dialog';
import { useAnswer, waitingOf, type Waiting } from './waiting';

const ANSWERED = { confirm: texts.confirmed, refuse: texts.refused, withdraw: texts.withdrawn } as const;

/** Lists changes that wait for a second super admin; renders nothing without any. */
export function WaitingSection() {
  const { data: users } = useQuery(usersQuery);
  const { data: invites } = useQuery(invitesQuery);
  const answer = useAnswer();
  const waiting = users && invites ? waitingOf(users, invites) : [];

  const send = (item: Waiting, how: PendingAnswer) =>
    !answer.isPending &&
    answer.mutate(
      { waiting: item, answer: how },
      {
        onSuccess: () => toast.success(ANSWERED[how]),
        onError: (error) => toast.error(messageOf(error, texts.answerFailed)),
      },
    );

  return (
    <>
      {answer.isError && <ErrorNotice error={answer.error} fallback={texts.answerFailed} />}
      {waiting.length > 0 && (
        <Card className="p-5" aria-labelledby="waiting-title">
          <CardTitle id="waiting-title">{texts.waiting}</CardTitle>
          <ul aria-labelledby="waiting-title" className="mt-2 divide-y divide-line">
            {waiting.map((item) => (
              <WaitingItem key={item.id} item={item} onAnswer={(how) => send(item, how)} />
            ))}
          </ul>
        </Card>
      )}
      {answer.data && <ResetCodeDialog {...answer.data} onClose={answer.reset} />}
    </>
  );
}

function WaitingItem({ item, onAnswer }: { item: Waiting; onAnswer: (answer: PendingAnswer) => void }) {
  const isOwn = item.by.id === useProfile().id;
  const mayAct = useMayAct();
  const answers: readonly PendingAnswer[] = !mayAct ? [] : isOwn ? ['withdraw'] : ['confirm', 'refuse'];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{item.whom}</p>
        <p>{item.what.join(', ')}</p>
        <p className="wrap-anywhere text-muted">
          {isOwn ? texts.askedByYou(formatInstant(item.at)) : texts.askedBy(item.by.email, formatInstant(item.at))}
        </p>
      </div>
      <span className="flex gap-2">
        {answers.map((how) => (
          <Button
            key={how}
            size="sm"
            variant={how === 'confirm' ? 'primary' : 'secondary'}
            aria-label={texts.answerFor(texts[how], item.whom)}
            {...onePress(`${how} ${item.id}`, () => onAnswer(how))}
          >
            {texts[how]}
          </Button>
        ))}
      </span>
    </li>
  );
}
