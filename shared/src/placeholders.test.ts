import { expect, test } from 'vitest';
import { placeholderFault } from './placeholders.ts';

const MISTAKES = [
  ...[
    '{Name}',
    '{{name}}',
    '{{{name}}}',
    '{{name}',
    '{name}}',
    '{ name }',
    '{first_name}',
    '{naem}',
  ],
  ...['{name', 'name}', '{name, there}', '{name|}', '{name| }', '{name|a|b}', '{code|x}', '{Code}'],
  ...[
    '{vorname}',
    '{名前}',
    '{الاسم}',
    '{na\u200bme}',
    '｛name｝',
    `$\{name}`,
    '%{name}',
    '%7BName%7D',
  ],
  ...['%name%', '%FIRSTNAME%', '%first name%', '％name％', '%DATE%', '*|FNAME|*', '[[customer]]'],
  ...[
    '[First Name]',
    '<name>',
    '<%= name %>',
    '«Nom»',
    '#name#',
    '__NAME__',
    '$name',
    '{user.name}',
  ],
  ...['https://a.example/?n={name}', 'https://a.example/?c={code}&n={name|there}'],
];

test.each(MISTAKES)('%j is named with the part that has it', (mistake) => {
  const named = mistake.replace(/(?<=\{\w*)[,|].* there\}|^https.*&/, '').slice(0, 20);
  expect(placeholderFault('text', `Hello ${mistake}, we are open`)).toContain(named);
  expect(placeholderFault('subject', `${mistake} 1`)).toMatch(
    /^The subject has .+ is not replaced/,
  );
});

test.each([
  ...[
    'Hello {name}',
    '{name|there}',
    '{name|友達}',
    'your code: {code}',
    '#{code}',
    '{name}: {code}',
  ],
  ...['https://a.example/?c={code}', 'https://a.example/%E3%81%82?c=%7Bcode%7D', '🎉 {name}'],
  ...[
    'https://a.example/、{name}さん',
    '100 % of it',
    '100%ige, 50%ige',
    '50 %-Rabatt',
    'a { b',
    ':-{',
  ],
  ...[
    'a } b',
    '{}',
    '{1, 2}',
    '{"a": 1}',
    '[1]',
    '[Update]',
    '<https://a.example>',
    'costs $5, a|b',
  ],
  ...['[encoder]', 'in unicode }', '_name_', 'a name: x', 'p { color: red }'],
])('%j is text', (text) => {
  expect(placeholderFault('text', text)).toBeNull();
});

test.each([
  ['https://a.example/?c={code}', null],
  ['https://a.example/?c=%7Bcode%7D&d=%20off%20%E4&q=%7B%22a%22%3A1%7D', null],
  ['https://a.example/{name}', '{name}, which'],
  ['https://a.example/%7Bname%7D', '{name}, which'],
  ['https://a.example/?c={{code}}', '{{code}}, which'],
  ['https://a.example/?c=*|CODE|*&%CUSTOMER%', '*|CODE|* %CUSTOMER%, which'],
])('the address of a button may have a code, and no name: %s', (url, fault) => {
  const message = placeholderFault('url', url);
  if (fault === null) expect(message).toBeNull();
  else expect(message).toContain(fault);
});

test.each(['{name}', '“{name}”!', ' {name} '])('a part with %j alone would be empty', (text) => {
  expect(placeholderFault('label', text)).toMatch(/^The text of the button has only \{name\}/);
});

test.each([
  'https://bücher.example/grüße/{name}',
  'https://a.example/?q=“{name}”',
  `https://a.example/${'a'.repeat(400)}{name}`,
  'https://a.example/?n=a\u200B{name}',
  'www.a.example/{name}',
  '//a.example/{name}',
  'mailto:a@b.example?subject={name}',
])('an address in the text has no name: %s', (text) => {
  expect(placeholderFault('text', text)).toContain('{name}, which');
});

test.each(['https://a.example/ {name}', '詳細はhttps://a.example/。{name}さん', 'A/B, {name}'])(
  'a name may follow an address: %s',
  (text) => {
    expect(placeholderFault('text', text)).toBeNull();
  },
);
