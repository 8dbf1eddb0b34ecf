import { type FormEvent, useRef, useState } from 'react';
import type { PeopleReport, Person } from '#shared/people';
import type { ViewProps } from '../address/use-address.ts';
import { problemOf } from '../api/growth-api.ts';
import { useDesk } from '../api/use-desk.ts';
import { useReport } from '../api/use-report.ts';
import { formatMinute } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import signups from '../signups/signups-table.module.css';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LabelledInput } from '../ui/inputs.tsx';
import { closeMenu, Menu } from '../ui/menu.tsx';
import { Empty, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { Table } from '../ui/table.tsx';
import { unitColumn } from '../ui/table-cells.ts';
import { HeadEnd, ViewHeading } from '../ui/view-heading.tsx';
import { commonWords, peopleWords as words } from '../words/console-messages.ts';
import { Acts } from './acts-table.tsx';
import { registerPasskey } from './passkey.ts';
import styles from './people-view.module.css';

interface Deleting {
  route: string;
  heading: string;
  text: string;
  deleted: string;
}

/** Who may enter the console, with which passkeys, and what they did. A viewer sees only themselves. */
export function PeopleView({ address }: ViewProps) {
  const { seesPeople, person: self } = useConsole();
  const report = useReport<PeopleReport>('people');
  const [again, setAgain] = useState(0);
  const { notice, say, run } = useDesk();
  const [link, setLink] = useState({ name: '', url: '' });
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const heading = useRef<HTMLDivElement>(null);
  const readAgain = () => {
    report.retry();
    setAgain(again + 1);
  };
  /** Says what was done to somebody, and shows it. */
  const done = (text: string) => {
    say(text);
    readAgain();
  };

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { name, role } = Object.fromEntries(new FormData(form));
    const answer = await run<{ link: string }>('people', { name, role });
    if (!answer) return;
    closeMenu(form);
    form.reset();
    setLink({ name: String(name), url: answer.link });
    readAgain();
  }

  async function addPasskey(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('passkey')).trim();
    closeMenu(form);
    const answer = await registerPasskey<object>(name);
    if (answer.ok) done(words.passkeyAdded);
    else say(problemOf(answer, words.passkeyFailed));
  }

  async function reset({ id, name }: Person) {
    if (!confirm(words.resetAsk({ name }))) return;
    const answer = await run<{ link: string }>(`people/${id}/reset`);
    if (!answer) return;
    setLink({ name, url: answer.link });
    readAgain();
  }

  async function changeRole({ id, name, role }: Person) {
    const other = words.asRole[otherThan(role)];
    if (!confirm(words.roleAsk({ name, role: other }))) return;
    if (await run(`people/${id}`, { role: otherThan(role) }, 'PUT'))
      done(words.changed({ name, role: other }));
  }

  async function endSessions({ id, name }: Person) {
    if (await run(`people/${id}/sessions`, undefined, 'DELETE')) done(words.ended({ name }));
  }

  const rowOf = (person: Person) => {
    const { id, name, role, passkeys, sessions, seenAt, linkEndsAt } = person;
    const press = (act: () => unknown) => (event: { currentTarget: Element }) => {
      closeMenu(event.currentTarget);
      void act();
    };
    const dialog = words.confirmPerson;
    // Nobody puts themselves out: not by these, nor with their last passkey.
    const isOther = seesPeople && id !== self?.id;
    const removable = isOther || passkeys.length > 1 ? passkeys : [];
    return {
      key: id,
      name,
      more: (
        <div className={signups['address']}>
          {id === self?.id && words.you}{' '}
          {linkEndsAt && words.linkOpen({ until: formatMinute(linkEndsAt, address.zone) })}
        </div>
      ),
      cells: [
        { shown: words.roles[role] },
        { shown: passkeys.map((passkey) => passkey.name).join(', ') || null },
        { shown: sessions.length || null },
        {
          shown: (
            <span className={signups['date']}>
              {seenAt ? formatMinute(seenAt, address.zone) : words.never}
            </span>
          ),
        },
        {
          shown: (
            <Menu
              label="⋯"
              name={words.actions.menu({ name })}
              className={signups['menu']}
              isPlain
              isAtEnd
            >
              {isOther && (
                <SmallButton
                  label={words.actions.role({ role: words.asRole[otherThan(role)] })}
                  onClick={press(() => changeRole(person))}
                />
              )}
              <SmallButton
                label={words.actions.endSessions}
                onClick={press(() => endSessions(person))}
              />
              {removable.map((passkey) => (
                <SmallButton
                  key={passkey.id}
                  label={words.actions.removePasskey({ passkey: passkey.name })}
                  onClick={press(() =>
                    setDeleting({
                      route: `people/${id}/passkeys/${passkey.id}`,
                      heading: words.confirmPasskey.heading,
                      text: words.confirmPasskey.text({ passkey: passkey.name }),
                      deleted: words.confirmPasskey.removed,
                    }),
                  )}
                />
              ))}
              {isOther && (
                <>
                  <SmallButton label={words.actions.reset} onClick={press(() => reset(person))} />
                  <SmallButton
                    label={words.actions.remove}
                    onClick={press(() =>
                      setDeleting({
                        route: `people/${id}`,
                        heading: dialog.heading,
                        text: dialog.text({ name }),
                        deleted: dialog.removed({ name }),
                      }),
                    )}
                  />
                </>
              )}
            </Menu>
          ),
        },
      ],
    };
  };

  return (
    <>
      <div ref={heading} tabIndex={-1}>
        <ViewHeading heading={commonWords.views.people}>
          {seesPeople && (
            <Menu label={words.add}>
              <form className={styles['form']} onSubmit={add}>
                <LabelledInput label={words.name} name="name" required maxLength={60} />
                <label className={controls['select']} data-opens>
                  <span>{words.role}</span>
                  <select name="role">
                    <option value="owner">{words.roles.owner}</option>
                    <option value="viewer">{words.roles.viewer}</option>
                  </select>
                </label>
                <p className={blocks['quiet']}>{words.rolesHint}</p>
                <SmallButton type="submit" className={controls['solid']} label={words.makeLink} />
              </form>
            </Menu>
          )}
          {self && (
            <Menu label={words.addPasskey}>
              <form className={styles['form']} onSubmit={addPasskey}>
                <LabelledInput
                  label={words.passkeyName}
                  name="passkey"
                  required
                  maxLength={60}
                  defaultValue={words.passkeyExample}
                />
                <SmallButton
                  type="submit"
                  className={controls['solid']}
                  label={words.invited.submit}
                />
              </form>
            </Menu>
          )}
          <HeadEnd />
        </ViewHeading>
      </div>
      <p role="status" className={controls['notice']}>
        {notice}
      </p>
      {link.url && <NewLink key={link.url} {...link} />}
      <Panel report={report}>
        {({ people, unavailable }) => (
          <>
            {unavailable && <p className={controls['warning']}>{unavailable}</p>}
            {people.length === 0 ? (
              <Empty heading={words.empty.heading}>{words.empty.text}</Empty>
            ) : (
              <Table
                heading={commonWords.views.people}
                isPlain
                name={words.name}
                columns={[
                  { label: words.role, isText: true },
                  { label: words.columns.passkeys, isText: true },
                  unitColumn(words.columns.sessions),
                  { label: words.columns.seen, isText: true },
                  { label: words.columns.actions, isMenu: true },
                ]}
                rows={people.map(rowOf)}
              />
            )}
          </>
        )}
      </Panel>
      <Acts zone={address.zone} tries={again} />
      {deleting && (
        <DeleteDialog
          {...deleting}
          onClose={() => setDeleting(null)}
          say={say}
          onDeleted={(wasOpen) => {
            if (wasOpen) heading.current?.focus(); // the pressed button may be gone
            readAgain();
          }}
        />
      )}
    </>
  );
}

const otherThan = (role: Person['role']) => (role === 'owner' ? 'viewer' : 'owner');

/** Shows a link, this once. */
function NewLink({ name, url }: { name: string; url: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => prompt(words.link, url),
    );
  return (
    <div className={styles['link']} role="status">
      <p>{words.linkFor({ name })}</p>
      <div className={controls['row']}>
        <LabelledInput
          label={words.link}
          value={url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <SmallButton label={isCopied ? words.copied : words.copy} onClick={copy} />
      </div>
    </div>
  );
}
