import { expect, test } from 'vitest';
import { asksForCode } from '#shared/placeholders';
import type { Language } from '#shared/site-languages';
import { fillIn } from './fill-in.ts';

const words = { subject: '{name}: {code}', text: 'Hello {name|there}!', link: null };

test.each(['{code}', '{name}', '$& $1', '{{name}}', '%7Bcode%7D'])(
  'a name %j stays as it is written, and is no placeholder',
  (name) => {
    const filled = fillIn(words, { name, code: 'C' }, 'en');
    expect(filled).toEqual({ subject: `${name}: C`, text: `Hello ${name}!`, link: null });
  },
);

test('a name and a code stand in each part that may have them; in an address they are encoded', () => {
  const link = { label: '{code} for {name}', url: 'https://a.example/?c={code}&d=%7Bcode%7D' };
  expect(fillIn({ ...words, link }, { name: 'Ada', code: 'C&' }, 'en')).toEqual({
    ...{ subject: 'Ada: C&', text: 'Hello Ada!' },
    link: { label: 'C& for Ada', url: 'https://a.example/?c=C%26&d=C%26' },
  });
});

test('words have a code in any of their parts, also an encoded one, or none', () => {
  const none = { subject: 'a', text: '{name} {codes} {{code}}', link: null };
  const link = { label: 'b', url: 'https://a.example/?c=%7Bcode%7D' };
  expect([asksForCode(words), asksForCode({ ...none, link }), asksForCode(none)]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each<[Language, string, string]>([
  ['en', 'Hello {name}!', 'Hello!'],
  ['en', 'Hello, {name}!', 'Hello!'],
  ['en', 'Hello, {name}, we are open.', 'Hello, we are open.'],
  ['en', 'Hello {name} and all', 'Hello and all'],
  ['en', 'Welcome – {name}!', 'Welcome!'],
  ['en', 'Hello {name|there}!', 'Hello there!'],
  ['en', '{name}, we are open.', 'We are open.'],
  ['en', '{name|friend}, we are open.', 'Friend, we are open.'],
  ['en', 'It is here. {name}, come in', 'It is here. Come in'],
  ['en', '{name}: {code}', 'C'],
  ['en', '{name}’s place', 'Place'],
  ['en', '- {name}, come in', '- Come in'],
  ['en', 'Your name ({name}) is read', 'Your name is read'],
  ['en', '{name}, https://a.example is open', 'https://a.example is open'],
  ['en', 'One.\n\n{name},\n\ntwo.', 'One.\n\nTwo.'],
  ['de', 'Hallo {name},\n\nwir sind da', 'Hallo,\n\nwir sind da'],
  ['de', '{name}, öffnen Sie es', 'Öffnen Sie es'],
  ['es', '¡Hola, {name}!', '¡Hola!'],
  ['es', '¡{name}, ya está!', '¡Ya está!'],
  ['es', '¡{name}! ya está', 'Ya está'],
  ['fr', 'Bonjour {name} !', 'Bonjour !'],
  ['fr', '{name} : élan', 'Élan'],
  ['pt-BR', 'Olá, {name}!', 'Olá!'],
  ['ja', '{name}さん、こんにちは', 'こんにちは'],
  ['ja', 'こんにちは、{name}さん！', 'こんにちは！'],
  ['ja', '{name}様へのご招待', 'ご招待'],
  ['hi', 'नमस्ते {name} जी, हम', 'नमस्ते, हम'],
  ['ar', 'مرحبًا يا {name}، نحن', 'مرحبًا، نحن'],
  ['ar', '{name}، نحن هنا', 'نحن هنا'],
])('%s: without a name, %j is %j', (language, text, whole) => {
  const filled = fillIn({ ...words, text }, { name: '', code: 'C' }, language);
  expect(filled.text).toBe(whole);
});
