export function SignupSection() {
  return <section id="signup" />;
}
