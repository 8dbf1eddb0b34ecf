import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { languageNames } from '../../content/language-names.ts';
import { useFrame, usePorts } from '../../ports.ts';
import { useLazy } from '../use-lazy.ts';

const loadMenu = async () => (await import('./language-menu.tsx')).LanguageMenu;

/** The header's button for the language. */
export function LanguageButton() {
  const { navigationText } = useFrame();
  const { language } = usePorts().wording;
  const [open, setOpen] = useState(false);
  const [Menu, signs, ready] = useLazy(loadMenu);
  const button = useRef<HTMLButtonElement>(null);
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
        {...signs}
        onClick={() => {
          ready();
          setOpen(!open);
        }}
      />
      {Menu && <Menu open={open} onOpenChange={setOpen} trigger={button} />}
    </>
  );
}
