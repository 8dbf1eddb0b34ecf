import { type ComponentType, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { loadCode } from '../../../ui/load-code.ts';
import { languageNames } from '../../content/language-names.ts';
import { useFrame, usePorts } from '../../ports.ts';
import type { LanguageMenuProps } from './language-menu.tsx';

const loadMenu = () => import('./language-menu.tsx');

/** The header's button for the language. Its menu loads at the first sign that somebody is about to open it. */
export function LanguageButton() {
  const { navigationText } = useFrame();
  const { language } = usePorts().wording;
  const [open, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<LanguageMenuProps>>();
  const button = useRef<HTMLButtonElement>(null);
  const take = (code: Awaited<ReturnType<typeof loadMenu>>) => setMenu(() => code.LanguageMenu);
  /** A failure stays silent, because the visitor may never press the button. */
  const prepare = () => void (Menu ?? loadMenu().then(take, () => {}));
  const code = language.toUpperCase();
  return (
    <>
      <Button
        ref={button}
        size="small"
        label={code}
        aria-label={`${navigationText.language}: ${languageNames[language]}, ${code}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          if (!Menu) void loadCode(loadMenu).then(take);
          setOpen(!open);
        }}
      />
      {Menu && <Menu open={open} onOpenChange={setOpen} trigger={button} />}
    </>
  );
}
