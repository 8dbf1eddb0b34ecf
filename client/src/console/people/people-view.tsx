import { type FormEvent, useContext, useRef, useState } from 'react';
import { whyNoPasskeys } from '#shared/growth-console';
import type { MailingsReport } from '#shared/list';
import type { ActsReport, PeopleReport, Person, PersonChange } from '#shared/people';
import type { FunnelsReport } from '#shared/saved-funnels';
import { cx } from '../../ui/cx.ts';
import type { ViewProps } from '../address/use-address.ts';
import { apiPath } from '../api/growth-api.ts';
import { countedPeople, useDesk } from '../api/use-desk.ts';
import { useReport } from '../api/use-report.ts';
import { NotesContext } from '../charts/chart-notes.ts';
import { formatMinute, nameOfZone } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { MenuItem } from '../signups/address-state.tsx';
import signups from '../signups/signups-table.module.css';
import blocks from '../ui/block.module.css';
import { isSure } from '../ui/confirm-dialog.tsx';
import controls from '../ui/controls.module.css';
import { CopyButton } from '../ui/copy-button.tsx';
import { LabelledInput } from '../ui/inputs.tsx';
import { closeMenu, Menu } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { empty, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { Table } from '../ui/table.tsx';
import { HeadEnd, ViewHeading } from '../ui/view-heading.tsx';
import { commonWords, peopleWords as words } from '../words/console-messages.ts';

/** Who may enter the console, with which passkeys, and what they did. A viewer sees only themselves. */
export function PeopleView({ address: { zone } }: ViewProps) {
  const { seesPeople, person: self, siteUrl } = useConsole();
  const report = useReport<PeopleReport>('people');
  const acts = useReport<ActsReport>('acts');
  const mailings = useReport<MailingsReport>(seesPeople ? 'list/mailings' : null);
  const notes = useContext(NotesContext);
  const funnels = useReport<FunnelsReport>('funnels');
  const names = new Map([
    ...(mailings.data?.mailings.map((one) => [one.id, one.words.en?.subject] as const) ?? []),
    ...(notes.data?.notes.map(({ id, text }) => [id, text] as const) ?? []),
    ...(funnels.data?.funnels.map(({ id, name }) => [`${id}`, name] as const) ?? []),
  ]);
  const desk = useDesk();
  const adding = useDesk(); // which is said where it was pressed
  const [link, setLink] = useState({ name: '', url: '' });
  const heading = useRef<HTMLDivElement>(null);
  const readAgain = () => {
    report.retry();
    acts.retry();
  };

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const { name, role } = Object.fromEntries(new FormData(form, submitter));
    const answer = await adding.run<{ link: string }>('people', { name, role });
    if (!answer) return;
    closeMenu(form);
    form.reset();
    heading.current?.focus(); // the box with the button goes
    setLink({ name: String(name), url: answer.link });
    readAgain();
  }

  /** A button that asks before it changes a person. */
  function changeButton({ id, name }: Person, body: PersonChange, what = '') {
    const texts = words.changes[body.kind];
    const values = { name, what };
    const label = texts.label(values);
    async function press() {
      if (!(await isSure(label, texts.text(values)))) return;
      const answer = await desk.run<{ link?: string | null }>(`people/${id}`, body);
      if (!answer) return;
      desk.say(texts.done(values));
      heading.current?.focus(); // the pressed button may be gone
      if (answer.link) setLink({ name, url: answer.link });
      readAgain();
    }
    return <MenuItem key={label} label={label} act={press} />;
  }

  const rowOf = (person: Person) => {
    const { id, name, role, passkeys, sessions, seenAt, linkEndsAt } = person;
    const isOther = seesPeople && id !== self?.id;
    const to = role === 'owner' ? 'viewer' : 'owner';
    return {
      key: id,
      name,
      more: (
        <div className={signups['address']}>
          {id === self?.id && words.you}{' '}
          {linkEndsAt && words.linkOpen({ until: formatMinute(linkEndsAt, zone) })}
        </div>
      ),
      cells: [
        { shown: words.roles[role] },
        { shown: passkeys.map((passkey) => passkey.name).join(',\n') || null },
        { shown: sessions > 0 ? words.sessions(sessions) : null },
        dateCell(seenAt ? formatMinute(seenAt, zone) : words.never),
        {
          shown: (
            <Menu label="⋯" name={words.menu({ name })} className={signups['menu']} isPlain isAtEnd>
              {isOther &&
                changeButton(person, { kind: 'change_person', role: to }, words.asRole[to])}
              {id === self?.id && changeButton(person, { kind: 'link_passkey' })}
              {changeButton(person, { kind: 'end_sessions' })}
              {/* Nobody takes away the last passkey of themselves. */}
              {(isOther || passkeys.length > 1) &&
                passkeys.map(({ id: passkey, name: what }) =>
                  changeButton(person, { kind: 'remove_passkey', passkey }, what),
                )}
              {isOther && changeButton(person, { kind: 'reset_person' })}
              {isOther && changeButton(person, { kind: 'remove_person' })}
            </Menu>
          ),
        },
      ],
    };
  };

  const unavailable = whyNoPasskeys(siteUrl);
  const menu = seesPeople && !unavailable && (
    <Menu label={words.add} onOpen={() => adding.say('')}>
      <form className={blocks['block']} onSubmit={add}>
        <LabelledInput label={words.name} name="name" required maxLength={60} />
        <p>{words.rolesHint}</p>
        <SmallButton type="submit" name="role" value="viewer" label={words.linkAs.viewer} />
        <SmallButton type="submit" name="role" value="owner" label={words.linkAs.owner} />
        <Notice {...adding} />
      </form>
    </Menu>
  );

  return (
    <>
      <ViewHeading ref={heading} heading={commonWords.views.people}>
        {report.data?.people.length !== 0 && menu}
        <HeadEnd />
      </ViewHeading>
      {seesPeople && report.data?.people[0] && unavailable && (
        <p className={blocks['quiet']}>{unavailable}</p>
      )}
      <Notice {...desk} />
      {link.url && (
        <div className={cx(blocks['block'], controls['notice'])} role="status">
          <p>{words.linkFor(link)}</p>
          <LabelledInput label={words.link} value={link.url} readOnly />
          <div className={controls['row']}>
            <CopyButton key={link.url} label={words.copy} text={() => link.url} />
          </div>
        </div>
      )}
      <Panel report={report}>
        {({ people }) =>
          people.length === 0 ? (
            <div className={empty}>
              <h2>{words.nobody}</h2>
              <p>{words.shared}</p>
              <p>{unavailable ?? (menu && words.first)}</p>
              {menu}
            </div>
          ) : (
            <div className={signups['people']}>
              <Table
                heading={commonWords.views.people}
                isPlain
                name={words.name}
                columns={[
                  { label: words.role, isText: true },
                  { label: words.columns.passkeys, isText: true },
                  { label: words.columns.sessions, isText: true },
                  { label: words.columns.seen, isText: true },
                  { label: words.columns.actions, isMenu: true },
                ]}
                rows={people.map(rowOf)}
              />
            </div>
          )
        }
      </Panel>
      <Panel report={acts}>
        {(report) =>
          report.acts.length > 0 && <Acts acts={report.acts} names={names} zone={zone} />
        }
      </Panel>
    </>
  );
}

const dateCell = (text: string) => ({ shown: <span className={signups['date']}>{text}</span> });

type Act = ActsReport['acts'][number];

/** Joins what one press did to several signups. */
function joined(acts: readonly Act[]) {
  const rows: (Act & { times: number })[] = [];
  for (const act of acts) {
    const last = rows.at(-1);
    if (last?.at === act.at && last.kind === act.kind && last.by === act.by) last.times += 1;
    else rows.push({ ...act, times: 1 });
  }
  return rows;
}

interface ActsProps {
  acts: readonly Act[];
  /** Of mailings, notes and funnels that still exist, by id. */
  names: ReadonlyMap<string, string | undefined>;
  zone: string;
}

/** What was done, the latest first. Earlier entries and the ids of what it was done to are in the file. */
const Acts = ({ acts, names, zone }: ActsProps) => (
  <section className={cx(blocks['block'], signups['people'])}>
    <Table
      heading={words.acts.heading}
      name={words.acts.what}
      columns={[
        { label: words.acts.who, isText: true },
        { label: words.acts.at({ zone: nameOfZone(zone) }), isText: true },
      ]}
      rows={joined(acts).map(({ id, at, kind, by, thing, person, signup, times }) => ({
        key: String(id),
        name: words.acts.kinds[kind],
        more: (
          <span className={signups['address']}>
            {' '}
            {person ?? names.get(thing ?? '') ?? ((times > 1 || signup) && countedPeople(times))}
          </span>
        ),
        cells: [{ shown: by }, dateCell(formatMinute(at, zone))],
      }))}
    />
    <p>
      <a href={apiPath('acts.csv')} download>
        {words.acts.csv}
      </a>
    </p>
  </section>
);
