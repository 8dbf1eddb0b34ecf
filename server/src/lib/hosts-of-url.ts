const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)(.*)$/i;

/** Returns one URL for each host of a `postgres://` URL: libpq's form names several, `postgres://user@a:5432,b:5433/site`. */
export function eachHost(url: string): string[] {
  const [, before, hosts, after] = HOSTS.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}
