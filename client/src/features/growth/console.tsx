import { growthText } from '../../content/growth.ts';
import { Button } from '../../ui/button.tsx';
import { SignIn } from './sign-in.tsx';
import { useSession } from './use-session.ts';

export function Console({ brand }: { brand: string }) {
  const { session, signedIn, signOut } = useSession();
  if (session.state === 'checking') return null;
  if (session.state === 'signed_out') {
    return <SignIn ended={session.ended} onSignedIn={signedIn} />;
  }
  return (
    <main>
      <h1>{growthText.title(brand)}</h1>
      <Button variant="quiet" size="small" label={growthText.signOut} onClick={signOut} />
    </main>
  );
}
