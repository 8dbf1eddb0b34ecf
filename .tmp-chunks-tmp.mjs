// server/src/store/sqlite/store.ts
import { drizzle } from "drizzle-orm/better-sqlite3";

// server/src/store/rules/refusal-memory.ts
import { createHash } from "node:crypto";

// node_modules/lru-cache/dist/esm/node/index.min.js
import { tracingChannel as G, channel as P } from "node:diagnostics_channel";
var S = P("lru-cache:metrics");
var W = G("lru-cache");
var L = typeof performance == "object" && performance && typeof performance.now == "function" ? performance : Date;
var R = () => S.hasSubscribers || W.hasSubscribers;
var U = /* @__PURE__ */ new Set();
var M = typeof process == "object" && process ? process : {};
var k = (d3, e, t, i) => {
  typeof M.emitWarning == "function" ? M.emitWarning(d3, e, t, i) : console.error(`[${t}] ${e}: ${d3}`);
};
var H = (d3) => !U.has(d3);
var T = (d3) => !!d3 && d3 === Math.floor(d3) && d3 > 0 && isFinite(d3);
var j = (d3) => T(d3) ? d3 <= Math.pow(2, 8) ? Uint8Array : d3 <= Math.pow(2, 16) ? Uint16Array : d3 <= Math.pow(2, 32) ? Uint32Array : d3 <= Number.MAX_SAFE_INTEGER ? O : null : null;
var O = class extends Array {
  constructor(e) {
    super(e), this.fill(0);
  }
};
var x = class d {
  heap;
  length;
  static #o = false;
  static create(e) {
    let t = j(e);
    if (!t) return [];
    d.#o = true;
    let i = new d(e, t);
    return d.#o = false, i;
  }
  constructor(e, t) {
    if (!d.#o) throw new TypeError("instantiate Stack using Stack.create(n)");
    this.heap = new t(e), this.length = 0;
  }
  push(e) {
    this.heap[this.length++] = e;
  }
  pop() {
    return this.heap[--this.length];
  }
};
var I = class d2 {
  #o;
  #c;
  #S;
  #O;
  #w;
  #M;
  #I;
  #m;
  get perf() {
    return this.#m;
  }
  ttl;
  ttlResolution;
  ttlAutopurge;
  updateAgeOnGet;
  updateAgeOnHas;
  allowStale;
  noDisposeOnSet;
  noUpdateTTL;
  maxEntrySize;
  sizeCalculation;
  noDeleteOnFetchRejection;
  noDeleteOnStaleGet;
  allowStaleOnFetchAbort;
  allowStaleOnFetchRejection;
  ignoreFetchAbort;
  backgroundFetchSize;
  #n;
  #b;
  #s;
  #i;
  #t;
  #l;
  #u;
  #a;
  #h;
  #y;
  #r;
  #_;
  #F;
  #d;
  #g;
  #T;
  #U;
  #f;
  #D;
  static unsafeExposeInternals(e) {
    return { starts: e.#F, ttls: e.#d, autopurgeTimers: e.#g, sizes: e.#_, keyMap: e.#s, keyList: e.#i, valList: e.#t, next: e.#l, prev: e.#u, get head() {
      return e.#a;
    }, get tail() {
      return e.#h;
    }, free: e.#y, isBackgroundFetch: (t) => e.#e(t), backgroundFetch: (t, i, s, n) => e.#P(t, i, s, n), moveToTail: (t) => e.#L(t), indexes: (t) => e.#A(t), rindexes: (t) => e.#z(t), isStale: (t) => e.#p(t) };
  }
  get max() {
    return this.#o;
  }
  get maxSize() {
    return this.#c;
  }
  get calculatedSize() {
    return this.#b;
  }
  get size() {
    return this.#n;
  }
  get fetchMethod() {
    return this.#M;
  }
  get memoMethod() {
    return this.#I;
  }
  get dispose() {
    return this.#S;
  }
  get onInsert() {
    return this.#O;
  }
  get disposeAfter() {
    return this.#w;
  }
  constructor(e) {
    let { max: t = 0, ttl: i, ttlResolution: s = 1, ttlAutopurge: n, updateAgeOnGet: o, updateAgeOnHas: l, allowStale: h, dispose: r, onInsert: c, disposeAfter: m, noDisposeOnSet: _, noUpdateTTL: u, maxSize: g = 0, maxEntrySize: f = 0, sizeCalculation: y, fetchMethod: a, memoMethod: w, noDeleteOnFetchRejection: F, noDeleteOnStaleGet: b, allowStaleOnFetchRejection: p, allowStaleOnFetchAbort: A, ignoreFetchAbort: z, backgroundFetchSize: C = 1, perf: E } = e;
    if (this.backgroundFetchSize = C, E !== void 0 && typeof E?.now != "function") throw new TypeError("perf option must have a now() method if specified");
    if (this.#m = E ?? L, t !== 0 && !T(t)) throw new TypeError("max option must be a nonnegative integer");
    let v = t ? j(t) : Array;
    if (!v) throw new Error("invalid max value: " + t);
    if (this.#o = t, this.#c = g, this.maxEntrySize = f || this.#c, this.sizeCalculation = y, this.sizeCalculation) {
      if (!this.#c && !this.maxEntrySize) throw new TypeError("cannot set sizeCalculation without setting maxSize or maxEntrySize");
      if (typeof this.sizeCalculation != "function") throw new TypeError("sizeCalculation set to non-function");
    }
    if (w !== void 0 && typeof w != "function") throw new TypeError("memoMethod must be a function if defined");
    if (this.#I = w, a !== void 0 && typeof a != "function") throw new TypeError("fetchMethod must be a function if specified");
    if (this.#M = a, this.#U = !!a, this.#s = /* @__PURE__ */ new Map(), this.#i = Array.from({ length: t }).fill(void 0), this.#t = Array.from({ length: t }).fill(void 0), this.#l = new v(t), this.#u = new v(t), this.#a = 0, this.#h = 0, this.#y = x.create(t), this.#n = 0, this.#b = 0, typeof r == "function" && (this.#S = r), typeof c == "function" && (this.#O = c), typeof m == "function" ? (this.#w = m, this.#r = []) : (this.#w = void 0, this.#r = void 0), this.#T = !!this.#S, this.#D = !!this.#O, this.#f = !!this.#w, this.noDisposeOnSet = !!_, this.noUpdateTTL = !!u, this.noDeleteOnFetchRejection = !!F, this.allowStaleOnFetchRejection = !!p, this.allowStaleOnFetchAbort = !!A, this.ignoreFetchAbort = !!z, this.maxEntrySize !== 0) {
      if (this.#c !== 0 && !T(this.#c)) throw new TypeError("maxSize must be a positive integer if specified");
      if (!T(this.maxEntrySize)) throw new TypeError("maxEntrySize must be a positive integer if specified");
      this.#X();
    }
    if (this.allowStale = !!h, this.noDeleteOnStaleGet = !!b, this.updateAgeOnGet = !!o, this.updateAgeOnHas = !!l, this.ttlResolution = T(s) || s === 0 ? s : 1, this.ttlAutopurge = !!n, this.ttl = i || 0, this.ttl) {
      if (!T(this.ttl)) throw new TypeError("ttl must be a positive integer if specified");
      this.#k();
    }
    if (this.#o === 0 && this.ttl === 0 && this.#c === 0) throw new TypeError("At least one of max, maxSize, or ttl is required");
    if (!this.ttlAutopurge && !this.#o && !this.#c) {
      let D = "LRU_CACHE_UNBOUNDED";
      H(D) && (U.add(D), k("TTL caching without ttlAutopurge, max, or maxSize can result in unbounded memory consumption.", "UnboundedCacheWarning", D, d2));
    }
  }
  getRemainingTTL(e) {
    return this.#s.has(e) ? 1 / 0 : 0;
  }
  #k() {
    let e = new O(this.#o), t = new O(this.#o);
    this.#d = e, this.#F = t;
    let i = this.ttlAutopurge ? Array.from({ length: this.#o }) : void 0;
    this.#g = i, this.#H = (h, r, c = this.#m.now()) => {
      t[h] = r !== 0 ? c : 0, e[h] = r, s(h, r);
    }, this.#R = (h) => {
      t[h] = e[h] !== 0 ? this.#m.now() : 0, s(h, e[h]);
    };
    let s = this.ttlAutopurge ? (h, r) => {
      if (i?.[h] && (clearTimeout(i[h]), i[h] = void 0), r && r !== 0 && i) {
        let c = setTimeout(() => {
          this.#p(h) ? (this.#E(this.#i[h], "expire"), i[h] = void 0) : s(h, l(h));
        }, r + 1);
        c.unref && c.unref(), i[h] = c;
      }
    } : () => {
    };
    this.#v = (h, r) => {
      if (e[r]) {
        let c = e[r], m = t[r];
        if (!c || !m) return;
        h.ttl = c, h.start = m, h.now = n || o();
        let _ = h.now - m;
        h.remainingTTL = c - _;
      }
    };
    let n = 0, o = () => {
      let h = this.#m.now();
      if (this.ttlResolution > 0) {
        n = h;
        let r = setTimeout(() => n = 0, this.ttlResolution);
        r.unref && r.unref();
      }
      return h;
    };
    this.getRemainingTTL = (h) => {
      let r = this.#s.get(h);
      return r === void 0 ? 0 : l(r);
    };
    let l = (h) => {
      let r = e[h], c = t[h];
      if (!r || !c) return 1 / 0;
      let m = (n || o()) - c;
      return r - m;
    };
    this.#p = (h) => {
      let r = t[h], c = e[h];
      return !!c && !!r && (n || o()) - r > c;
    };
  }
  #R = () => {
  };
  #v = () => {
  };
  #H = () => {
  };
  #p = () => false;
  #X() {
    let e = new O(this.#o);
    this.#b = 0, this.#_ = e, this.#x = (t) => {
      this.#b -= e[t], e[t] = 0;
    }, this.#N = (t, i, s, n) => {
      if (!T(s)) {
        if (this.#e(i)) return this.backgroundFetchSize;
        if (n) {
          if (typeof n != "function") throw new TypeError("sizeCalculation must be a function");
          if (s = n(i, t), !T(s)) throw new TypeError("sizeCalculation return invalid (expect positive integer)");
        } else throw new TypeError("invalid size value (must be positive integer). When maxSize or maxEntrySize is used, sizeCalculation or size must be set.");
      }
      return s;
    }, this.#j = (t, i, s) => {
      if (e[t] = i, this.#c) {
        let n = this.#c - e[t];
        for (; this.#b > n; ) this.#G(true);
      }
      this.#b += e[t], s && (s.entrySize = i, s.totalCalculatedSize = this.#b);
    };
  }
  #x = (e) => {
  };
  #j = (e, t, i) => {
  };
  #N = (e, t, i, s) => {
    if (i || s) throw new TypeError("cannot set size without setting maxSize or maxEntrySize on cache");
    return 0;
  };
  *#A({ allowStale: e = this.allowStale } = {}) {
    if (this.#n) for (let t = this.#h; this.#V(t) && ((e || !this.#p(t)) && (yield t), t !== this.#a); ) t = this.#u[t];
  }
  *#z({ allowStale: e = this.allowStale } = {}) {
    if (this.#n) for (let t = this.#a; this.#V(t) && ((e || !this.#p(t)) && (yield t), t !== this.#h); ) t = this.#l[t];
  }
  #V(e) {
    return e !== void 0 && this.#s.get(this.#i[e]) === e;
  }
  *entries() {
    for (let e of this.#A()) this.#t[e] !== void 0 && this.#i[e] !== void 0 && !this.#e(this.#t[e]) && (yield [this.#i[e], this.#t[e]]);
  }
  *rentries() {
    for (let e of this.#z()) this.#t[e] !== void 0 && this.#i[e] !== void 0 && !this.#e(this.#t[e]) && (yield [this.#i[e], this.#t[e]]);
  }
  *keys() {
    for (let e of this.#A()) {
      let t = this.#i[e];
      t !== void 0 && !this.#e(this.#t[e]) && (yield t);
    }
  }
  *rkeys() {
    for (let e of this.#z()) {
      let t = this.#i[e];
      t !== void 0 && !this.#e(this.#t[e]) && (yield t);
    }
  }
  *values() {
    for (let e of this.#A()) this.#t[e] !== void 0 && !this.#e(this.#t[e]) && (yield this.#t[e]);
  }
  *rvalues() {
    for (let e of this.#z()) this.#t[e] !== void 0 && !this.#e(this.#t[e]) && (yield this.#t[e]);
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  [Symbol.toStringTag] = "LRUCache";
  find(e, t = {}) {
    for (let i of this.#A()) {
      let s = this.#t[i], n = this.#e(s) ? s.__staleWhileFetching : s;
      if (n !== void 0 && e(n, this.#i[i], this)) return this.#C(this.#i[i], t);
    }
  }
  forEach(e, t = this) {
    for (let i of this.#A()) {
      let s = this.#t[i], n = this.#e(s) ? s.__staleWhileFetching : s;
      n !== void 0 && e.call(t, n, this.#i[i], this);
    }
  }
  rforEach(e, t = this) {
    for (let i of this.#z()) {
      let s = this.#t[i], n = this.#e(s) ? s.__staleWhileFetching : s;
      n !== void 0 && e.call(t, n, this.#i[i], this);
    }
  }
  purgeStale() {
    let e = false;
    for (let t of this.#z({ allowStale: true })) this.#p(t) && (this.#E(this.#i[t], "expire"), e = true);
    return e;
  }
  info(e) {
    let t = this.#s.get(e);
    if (t === void 0) return;
    let i = this.#t[t], s = this.#e(i) ? i.__staleWhileFetching : i;
    if (s === void 0) return;
    let n = { value: s };
    if (this.#d && this.#F) {
      let o = this.#d[t], l = this.#F[t];
      if (o && l) {
        let h = o - (this.#m.now() - l);
        n.ttl = h, n.start = Date.now();
      }
    }
    return this.#_ && (n.size = this.#_[t]), n;
  }
  dump() {
    let e = [];
    for (let t of this.#A({ allowStale: true })) {
      let i = this.#i[t], s = this.#t[t], n = this.#e(s) ? s.__staleWhileFetching : s;
      if (n === void 0 || i === void 0) continue;
      let o = { value: n };
      if (this.#d && this.#F) {
        o.ttl = this.#d[t];
        let l = this.#m.now() - this.#F[t];
        o.start = Math.floor(Date.now() - l);
      }
      this.#_ && (o.size = this.#_[t]), e.unshift([i, o]);
    }
    return e;
  }
  load(e) {
    this.clear();
    for (let [t, i] of e) {
      if (i.start) {
        let s = Date.now() - i.start;
        i.start = this.#m.now() - s;
      }
      this.#W(t, i.value, i);
    }
  }
  set(e, t, i = {}) {
    let { status: s = S.hasSubscribers ? {} : void 0 } = i;
    i.status = s, s && (s.op = "set", s.key = e, t !== void 0 && (s.value = t), s.cache = this);
    let n = this.#W(e, t, i);
    return s && S.hasSubscribers && S.publish(s), n;
  }
  #W(e, t, i, s) {
    let { ttl: n = this.ttl, start: o, noDisposeOnSet: l = this.noDisposeOnSet, sizeCalculation: h = this.sizeCalculation, status: r } = i, c = this.#e(t);
    if (t === void 0) return r && (r.set = "deleted"), this.delete(e), this;
    let { noUpdateTTL: m = this.noUpdateTTL } = i;
    r && !c && (r.value = t);
    let _ = this.#N(e, t, i.size || 0, h, r);
    if (this.maxEntrySize && _ > this.maxEntrySize) return this.#E(e, "set"), r && (r.set = "miss", r.maxEntrySizeExceeded = true), this;
    let u = this.#n === 0 ? void 0 : this.#s.get(e);
    if (u === void 0) u = this.#n === 0 ? this.#h : this.#y.length !== 0 ? this.#y.pop() : this.#n === this.#o ? this.#G(false) : this.#n, this.#i[u] = e, this.#t[u] = t, this.#s.set(e, u), this.#l[this.#h] = u, this.#u[u] = this.#h, this.#h = u, this.#n++, this.#j(u, _, r), r && (r.set = "add"), m = false, this.#D && !c && this.#O?.(t, e, "add");
    else {
      this.#L(u);
      let g = this.#t[u];
      if (t !== g) {
        if (!l) if (this.#e(g)) {
          g !== s && g.__abortController.abort(new Error("replaced"));
          let { __staleWhileFetching: f } = g;
          f !== void 0 && f !== t && (this.#T && this.#S?.(f, e, "set"), this.#f && this.#r?.push([f, e, "set"]));
        } else this.#T && this.#S?.(g, e, "set"), this.#f && this.#r?.push([g, e, "set"]);
        if (this.#x(u), this.#j(u, _, r), this.#t[u] = t, !c) {
          let f = g && this.#e(g) ? g.__staleWhileFetching : g, y = f === void 0 ? "add" : t !== f ? "replace" : "update";
          r && (r.set = y, f !== void 0 && (r.oldValue = f)), this.#D && this.onInsert?.(t, e, y);
        }
      } else c || (r && (r.set = "update"), this.#D && this.onInsert?.(t, e, "update"));
    }
    if (n !== 0 && !this.#d && this.#k(), this.#d && (m || this.#H(u, n, o), r && this.#v(r, u)), !l && this.#f && this.#r) {
      let g = this.#r, f;
      for (; f = g?.shift(); ) this.#w?.(...f);
    }
    return this;
  }
  pop() {
    try {
      for (; this.#n; ) {
        let e = this.#t[this.#a];
        if (this.#G(true), this.#e(e)) {
          if (e.__staleWhileFetching) return e.__staleWhileFetching;
        } else if (e !== void 0) return e;
      }
    } finally {
      if (this.#f && this.#r) {
        let e = this.#r, t;
        for (; t = e?.shift(); ) this.#w?.(...t);
      }
    }
  }
  #G(e) {
    let t = this.#a, i = this.#i[t], s = this.#t[t], n = this.#e(s);
    n && s.__abortController.abort(new Error("evicted"));
    let o = n ? s.__staleWhileFetching : s;
    return (this.#T || this.#f) && o !== void 0 && (this.#T && this.#S?.(o, i, "evict"), this.#f && this.#r?.push([o, i, "evict"])), this.#x(t), this.#g?.[t] && (clearTimeout(this.#g[t]), this.#g[t] = void 0), e && (this.#i[t] = void 0, this.#t[t] = void 0, this.#y.push(t)), this.#n === 1 ? (this.#a = this.#h = 0, this.#y.length = 0) : this.#a = this.#l[t], this.#s.delete(i), this.#n--, t;
  }
  has(e, t = {}) {
    let { status: i = S.hasSubscribers ? {} : void 0 } = t;
    t.status = i, i && (i.op = "has", i.key = e, i.cache = this);
    let s = this.#Y(e, t);
    return S.hasSubscribers && S.publish(i), s;
  }
  #Y(e, t = {}) {
    let { updateAgeOnHas: i = this.updateAgeOnHas, status: s } = t, n = this.#s.get(e);
    if (n !== void 0) {
      let o = this.#t[n];
      if (this.#e(o) && o.__staleWhileFetching === void 0) return false;
      if (this.#p(n)) s && (s.has = "stale", this.#v(s, n));
      else return i && this.#R(n), s && (s.has = "hit", this.#v(s, n)), true;
    } else s && (s.has = "miss");
    return false;
  }
  peek(e, t = {}) {
    let { status: i = R() ? {} : void 0 } = t;
    i && (i.op = "peek", i.key = e, i.cache = this), t.status = i;
    let s = this.#J(e, t);
    return S.hasSubscribers && S.publish(i), s;
  }
  #J(e, t) {
    let { status: i, allowStale: s = this.allowStale } = t, n = this.#s.get(e);
    if (n === void 0 || !s && this.#p(n)) {
      i && (i.peek = n === void 0 ? "miss" : "stale");
      return;
    }
    let o = this.#t[n], l = this.#e(o) ? o.__staleWhileFetching : o;
    return i && (l !== void 0 ? (i.peek = "hit", i.value = l) : i.peek = "miss"), l;
  }
  #P(e, t, i, s) {
    let n = t === void 0 ? void 0 : this.#t[t];
    if (this.#e(n)) return n;
    let o = new AbortController(), { signal: l } = i;
    l?.addEventListener("abort", () => o.abort(l.reason), { signal: o.signal });
    let h = { signal: o.signal, options: i, context: s }, r = (f, y = false) => {
      let { aborted: a } = o.signal, w = i.ignoreFetchAbort && f !== void 0, F = i.ignoreFetchAbort || !!(i.allowStaleOnFetchAbort && f !== void 0);
      if (i.status && (a && !y ? (i.status.fetchAborted = true, i.status.fetchError = o.signal.reason, w && (i.status.fetchAbortIgnored = true)) : i.status.fetchResolved = true), a && !w && !y) return m(o.signal.reason, F);
      let b = u, p = this.#t[t];
      return (p === u || p === void 0 && w && y) && (f === void 0 ? b.__staleWhileFetching !== void 0 ? this.#t[t] = b.__staleWhileFetching : this.#E(e, "fetch") : (i.status && (i.status.fetchUpdated = true), this.#W(e, f, h.options, b))), f;
    }, c = (f) => (i.status && (i.status.fetchRejected = true, i.status.fetchError = f), m(f, false)), m = (f, y) => {
      let { aborted: a } = o.signal, w = a && i.allowStaleOnFetchAbort, F = w || i.allowStaleOnFetchRejection, b = F || i.noDeleteOnFetchRejection, p = u;
      if (this.#t[t] === u && (!b || !y && p.__staleWhileFetching === void 0 ? this.#E(e, "fetch") : w || (this.#t[t] = p.__staleWhileFetching)), F) return i.status && p.__staleWhileFetching !== void 0 && (i.status.returnedStale = true), p.__staleWhileFetching;
      if (p.__returned === p) throw f;
    }, _ = (f, y) => {
      let a = this.#M?.(e, n, h);
      o.signal.addEventListener("abort", () => {
        (!i.ignoreFetchAbort || i.allowStaleOnFetchAbort) && (f(void 0), i.allowStaleOnFetchAbort && (f = (w) => r(w, true)));
      }), a && a instanceof Promise ? a.then((w) => f(w === void 0 ? void 0 : w), y) : a !== void 0 && f(a);
    };
    i.status && (i.status.fetchDispatched = true);
    let u = new Promise(_).then(r, c), g = Object.assign(u, { __abortController: o, __staleWhileFetching: n, __returned: void 0 });
    return t === void 0 ? (this.#W(e, g, { ...h.options, status: void 0 }), t = this.#s.get(e)) : this.#t[t] = g, g;
  }
  #e(e) {
    if (!this.#U) return false;
    let t = e;
    return !!t && t instanceof Promise && t.hasOwnProperty("__staleWhileFetching") && t.__abortController instanceof AbortController;
  }
  fetch(e, t = {}) {
    let i = W.hasSubscribers, { status: s = R() ? {} : void 0 } = t;
    t.status = s, s && t.context && (s.context = t.context);
    let n = this.#B(e, t);
    return s && i && (s.trace = true, W.tracePromise(() => n, s).catch(() => {
    })), n;
  }
  async #B(e, t = {}) {
    let { allowStale: i = this.allowStale, updateAgeOnGet: s = this.updateAgeOnGet, noDeleteOnStaleGet: n = this.noDeleteOnStaleGet, ttl: o = this.ttl, noDisposeOnSet: l = this.noDisposeOnSet, size: h = 0, sizeCalculation: r = this.sizeCalculation, noUpdateTTL: c = this.noUpdateTTL, noDeleteOnFetchRejection: m = this.noDeleteOnFetchRejection, allowStaleOnFetchRejection: _ = this.allowStaleOnFetchRejection, ignoreFetchAbort: u = this.ignoreFetchAbort, allowStaleOnFetchAbort: g = this.allowStaleOnFetchAbort, context: f, forceRefresh: y = false, status: a, signal: w } = t;
    if (a && (a.op = "fetch", a.key = e, y && (a.forceRefresh = true), a.cache = this), !this.#U) return a && (a.fetch = "get"), this.#C(e, { allowStale: i, updateAgeOnGet: s, noDeleteOnStaleGet: n, status: a });
    let F = { allowStale: i, updateAgeOnGet: s, noDeleteOnStaleGet: n, ttl: o, noDisposeOnSet: l, size: h, sizeCalculation: r, noUpdateTTL: c, noDeleteOnFetchRejection: m, allowStaleOnFetchRejection: _, allowStaleOnFetchAbort: g, ignoreFetchAbort: u, status: a, signal: w }, b = this.#s.get(e);
    if (b === void 0) {
      a && (a.fetch = "miss");
      let p = this.#P(e, b, F, f);
      return p.__returned = p;
    } else {
      let p = this.#t[b];
      if (this.#e(p)) {
        let v = i && p.__staleWhileFetching !== void 0;
        return a && (a.fetch = "inflight", v && (a.returnedStale = true)), v ? p.__staleWhileFetching : p.__returned = p;
      }
      let A = this.#p(b);
      if (!y && !A) return a && (a.fetch = "hit"), this.#L(b), s && this.#R(b), a && this.#v(a, b), p;
      let z = this.#P(e, b, F, f), E = z.__staleWhileFetching !== void 0 && i;
      return a && (a.fetch = A ? "stale" : "refresh", E && A && (a.returnedStale = true)), E ? z.__staleWhileFetching : z.__returned = z;
    }
  }
  forceFetch(e, t = {}) {
    let i = W.hasSubscribers, { status: s = R() ? {} : void 0 } = t;
    t.status = s, s && t.context && (s.context = t.context);
    let n = this.#K(e, t);
    return s && i && (s.trace = true, W.tracePromise(() => n, s).catch(() => {
    })), n;
  }
  async #K(e, t = {}) {
    let i = await this.#B(e, t);
    if (i === void 0) throw new Error("fetch() returned undefined");
    return i;
  }
  memo(e, t = {}) {
    let { status: i = S.hasSubscribers ? {} : void 0 } = t;
    t.status = i, i && (i.op = "memo", i.key = e, t.context && (i.context = t.context), i.cache = this);
    let s = this.#Q(e, t);
    return i && (i.value = s), S.hasSubscribers && S.publish(i), s;
  }
  #Q(e, t = {}) {
    let i = this.#I;
    if (!i) throw new Error("no memoMethod provided to constructor");
    let { context: s, status: n, forceRefresh: o, ...l } = t;
    n && o && (n.forceRefresh = true);
    let h = this.#C(e, l), r = o || h === void 0;
    if (n && (n.memo = r ? "miss" : "hit", r || (n.value = h)), !r) return h;
    let c = i(e, h, { options: l, context: s });
    return n && (n.value = c), this.#W(e, c, l), c;
  }
  get(e, t = {}) {
    let { status: i = S.hasSubscribers ? {} : void 0 } = t;
    t.status = i, i && (i.op = "get", i.key = e, i.cache = this);
    let s = this.#C(e, t);
    return i && (s !== void 0 && (i.value = s), S.hasSubscribers && S.publish(i)), s;
  }
  #C(e, t = {}) {
    let { allowStale: i = this.allowStale, updateAgeOnGet: s = this.updateAgeOnGet, noDeleteOnStaleGet: n = this.noDeleteOnStaleGet, status: o } = t, l = this.#s.get(e);
    if (l === void 0) {
      o && (o.get = "miss");
      return;
    }
    let h = this.#t[l], r = this.#e(h);
    return o && this.#v(o, l), this.#p(l) ? r ? (o && (o.get = "stale-fetching"), i && h.__staleWhileFetching !== void 0 ? (o && (o.returnedStale = true), h.__staleWhileFetching) : void 0) : (n || this.#E(e, "expire"), o && (o.get = "stale"), i ? (o && (o.returnedStale = true), h) : void 0) : (o && (o.get = r ? "fetching" : "hit"), this.#L(l), s && this.#R(l), r ? h.__staleWhileFetching : h);
  }
  #$(e, t) {
    this.#u[t] = e, this.#l[e] = t;
  }
  #L(e) {
    e !== this.#h && (e === this.#a ? this.#a = this.#l[e] : this.#$(this.#u[e], this.#l[e]), this.#$(this.#h, e), this.#h = e);
  }
  delete(e) {
    return this.#E(e, "delete");
  }
  #E(e, t) {
    S.hasSubscribers && S.publish({ op: "delete", delete: t, key: e, cache: this });
    let i = false;
    if (this.#n !== 0) {
      let s = this.#s.get(e);
      if (s !== void 0) if (this.#g?.[s] && (clearTimeout(this.#g[s]), this.#g[s] = void 0), i = true, this.#n === 1) this.#q(t);
      else {
        this.#x(s);
        let n = this.#t[s];
        if (this.#e(n) ? n.__abortController.abort(new Error("deleted")) : (this.#T || this.#f) && (this.#T && this.#S?.(n, e, t), this.#f && this.#r?.push([n, e, t])), this.#s.delete(e), this.#i[s] = void 0, this.#t[s] = void 0, s === this.#h) this.#h = this.#u[s];
        else if (s === this.#a) this.#a = this.#l[s];
        else {
          let o = this.#u[s];
          this.#l[o] = this.#l[s];
          let l = this.#l[s];
          this.#u[l] = this.#u[s];
        }
        this.#n--, this.#y.push(s);
      }
    }
    if (this.#f && this.#r?.length) {
      let s = this.#r, n;
      for (; n = s?.shift(); ) this.#w?.(...n);
    }
    return i;
  }
  clear() {
    return this.#q("delete");
  }
  #q(e) {
    for (let t of this.#z({ allowStale: true })) {
      let i = this.#t[t];
      if (this.#e(i)) i.__abortController.abort(new Error("deleted"));
      else {
        let s = this.#i[t];
        this.#T && this.#S?.(i, s, e), this.#f && this.#r?.push([i, s, e]);
      }
    }
    if (this.#s.clear(), this.#t.fill(void 0), this.#i.fill(void 0), this.#d && this.#F) {
      this.#d.fill(0), this.#F.fill(0);
      for (let t of this.#g ?? []) t !== void 0 && clearTimeout(t);
      this.#g?.fill(void 0);
    }
    if (this.#_ && this.#_.fill(0), this.#a = 0, this.#h = 0, this.#y.length = 0, this.#b = 0, this.#n = 0, this.#f && this.#r) {
      let t = this.#r, i;
      for (; i = t?.shift(); ) this.#w?.(...i);
    }
  }
};

// server/src/store/rules/refusal-memory.ts
var REMEMBERED_MS = 10 * 6e4;
var MAX_REMEMBERED = 1e4;
function createRefusalMemory(clock = () => performance.now()) {
  const refused = new I({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: clock }
  });
  const note = ({ hash, decidedAt }) => void refused.set(hash, Math.max(refused.peek(hash) ?? decidedAt, decidedAt));
  const isRefusedLater = (consentId, decidedAt) => (refused.peek(hashOf(consentId)) ?? Number.NEGATIVE_INFINITY) > decidedAt;
  return {
    note,
    /**
     * Records decisions with `record`, except grants that were refused later.
     *
     * @param tell called with each refusal whose time is in no row: another process may have to compare a grant with it
     */
    guard(record, tell = () => {
    }) {
      return async (decision) => {
        const { consentId, analytics, decidedAt, recordedAt } = decision;
        if (consentId !== null && analytics && isRefusedLater(consentId, decidedAt)) {
          return { outcome: "superseded", recordedAt };
        }
        const isRefusal = consentId !== null && !analytics;
        const refusal = { hash: hashOf(consentId ?? ""), decidedAt };
        if (isRefusal) note(refusal);
        const recorded = await record(decision);
        const { outcome } = recorded;
        if (isRefusal && (outcome === "counted" || outcome === "unchanged")) tell(refusal);
        return recorded;
      };
    }
  };
}
var hashOf = (consentId) => createHash("sha256").update(consentId).digest("base64url");

// server/src/store/sqlite/care/audit.ts
function prepareAudit(db) {
  const append = db.prepare(
    "INSERT INTO audit (at, kind, counts) VALUES (?, ?, ?)"
  );
  return ({ at, kind, counts }) => {
    append.run(at, kind, JSON.stringify(counts));
  };
}
function readAudit(db) {
  const rows = db.prepare(
    "SELECT at, kind, counts FROM audit ORDER BY id"
  ).all();
  return rows.map((row) => ({ ...row, counts: JSON.parse(row.counts) }));
}

// server/src/store/sqlite/care/ended-sessions.ts
function prepareEndedSessions(db) {
  const forget = db.prepare("DELETE FROM ended_sessions WHERE ends_at <= ?");
  const insert = db.prepare(
    "INSERT INTO ended_sessions (hash, ends_at) VALUES (@hash, @endsAt) ON CONFLICT (hash) DO NOTHING"
  );
  const find = db.prepare("SELECT 1 FROM ended_sessions WHERE hash = ?");
  return {
    end(session, now) {
      forget.run(now);
      insert.run(session);
    },
    isEnded: (hash) => find.get(hash) !== void 0
  };
}

// server/src/store/sqlite/care/expiry.ts
var WINDOW_ROWS = 2e4;
var MAX_ROWS = 300;
function createExpiry(db, writes) {
  const events2 = prepareEvents(db);
  const kinds = {
    events: (step) => expire(events2, step, events2.countUndelivered),
    signups: (step) => expire(signups2, step),
    consents: (step) => expire(consents2, step)
  };
  const signups2 = prepareSignups(db);
  const consents2 = prepareConsents(db);
  async function expire({ parse, find, remove, count }, { before, after, dryRun }, countUndelivered = () => 0) {
    const { expired, looked, next } = find(before, after === null ? null : parse(after));
    const undelivered = countUndelivered(expired);
    const removeAll = () => expired.reduce((rows2, key) => rows2 + remove(key, before), 0);
    const rows = dryRun || expired.length === 0 ? count(expired) : await writes.run(expired.length, removeAll);
    return { expired: rows, undelivered, looked, next: next === null ? null : String(next) };
  }
  return (step) => kinds[step.kind](step);
}
function prepareEvents(db) {
  const selectEnds = db.prepare(
    "SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last"
  );
  const selectExpired = db.prepare(
    `SELECT seq FROM events WHERE seq > ? AND seq <= ? AND received_at < ? ORDER BY seq LIMIT ${MAX_ROWS}`
  ).pluck();
  const selectCursor = db.prepare("SELECT last_seq FROM relay_state").pluck();
  const remove = db.prepare(
    "DELETE FROM events WHERE seq = ? AND received_at < ?"
  );
  return {
    parse: Number,
    find(before, after) {
      const { first, last } = selectEnds.get() ?? {};
      if (first == null || last == null) return { expired: [], looked: 0, next: null };
      const start = after ?? first - 1;
      const end = Math.min(start + WINDOW_ROWS, last);
      const expired = selectExpired.all(start, end, before);
      const full = expired.length === MAX_ROWS ? expired.at(-1) : void 0;
      const reached = full ?? end;
      return { expired, looked: reached - start, next: reached < last ? reached : null };
    },
    remove: (seq, before) => remove.run(seq, before).changes,
    count: (seqs) => seqs.length,
    countUndelivered(seqs) {
      const cursor = selectCursor.get() ?? 0;
      return seqs.filter((seq) => seq > cursor).length;
    }
  };
}
function prepareSignups(db) {
  const selectNext = db.prepare(
    `SELECT id, created_at AS createdAt FROM notifyme_signups WHERE id > ? ORDER BY id LIMIT ${MAX_ROWS}`
  );
  const remove = db.prepare(
    "DELETE FROM notifyme_signups WHERE id = ? AND created_at < ?"
  );
  return {
    parse: String,
    find(before, after) {
      const rows = selectNext.all(after ?? "");
      return {
        expired: rows.filter(({ createdAt }) => createdAt < before).map(({ id }) => id),
        looked: rows.length,
        next: rows.length < MAX_ROWS ? null : rows.at(-1)?.id ?? null
      };
    },
    remove: (id, before) => remove.run(id, before).changes,
    count: (ids) => ids.length
  };
}
function prepareConsents(db) {
  const selectNext = db.prepare(
    `SELECT consent_id AS id, max(recorded_at) AS last, count(*) AS rows FROM consents
     WHERE consent_id > ? GROUP BY consent_id ORDER BY consent_id LIMIT ${MAX_ROWS}`
  );
  const count = db.prepare("SELECT count(*) FROM consents WHERE consent_id = ?").pluck();
  const openPass = db.prepare("INSERT INTO retention_pass VALUES (1)");
  const closePass = db.prepare("DELETE FROM retention_pass");
  const remove = db.prepare(
    `DELETE FROM consents WHERE consent_id = @id
     AND NOT EXISTS (SELECT 1 FROM consents WHERE consent_id = @id AND recorded_at >= @before)`
  );
  return {
    parse: String,
    find(before, after) {
      const rows = selectNext.all(after ?? "");
      return {
        expired: rows.filter(({ last }) => last < before).map(({ id }) => id),
        looked: rows.reduce((sum, row) => sum + row.rows, 0),
        next: rows.length < MAX_ROWS ? null : rows.at(-1)?.id ?? null
      };
    },
    remove(id, before) {
      openPass.run();
      const { changes } = remove.run({ id, before });
      closePass.run();
      return changes;
    },
    count: (ids) => ids.reduce((sum, id) => sum + (count.get(id) ?? 0), 0)
  };
}

// server/src/store/mutex.ts
function createMutex() {
  let last = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {
    });
    return result;
  };
}

// shared/src/limits.ts
var DAY_MS = 864e5;
var CONSENT_DAYS = 182;
var CONSENT_MS = CONSENT_DAYS * DAY_MS;
var MAX_EVENTS_BODY_BYTES = 256 * 1024;
var MAX_SIGNUP_BODY_BYTES = 64 * 1024;
var MAX_CONSENT_BODY_BYTES = 4 * 1024;

// server/src/store/rules/consent-rule.ts
function ruleOn(decision, history, isPublished) {
  const { latest } = history;
  if (holds(decision) && !isPublished) return "unknown_text";
  if (decision.consentId === null) return "counted";
  if (!decision.analytics && !history.everGranted) return "counted";
  if (!latest) return "appended";
  const isAboutText = holds(decision) === decision.analytics || history.everGranted;
  const same = !isErasure(decision) && latest.analytics === holds(decision) && latest.gpc === decision.gpc && (!isAboutText || latest.revision === decision.revision && latest.textHash === decision.textHash);
  const expired = holds(decision) && isExpired(latest.recordedAt, decision.recordedAt);
  if (same && !expired) return "unchanged";
  return decision.decidedAt < latest.decidedAt ? "superseded" : "appended";
}
var isErasure = ({ source, analytics }) => source === "my-data" && !analytics;
var holds = (decision) => decision.analytics && !decision.gpc;
function grantsAnalytics(latest, inForce, now) {
  if (!latest?.analytics || latest.revision !== inForce) return false;
  return !isExpired(latest.recordedAt, now);
}
var isExpired = (recordedAt, now) => now - recordedAt > CONSENT_MS;

// server/src/store/sqlite/connection/checkpoint.ts
import Sqlite from "better-sqlite3";
function checkpoint(db) {
  try {
    const [row] = db.pragma("wal_checkpoint(TRUNCATE)");
    return row?.busy === 0;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  }
}

// server/src/turns.ts
var SLICE_MS = 5;
var AT_ONCE_MS = 20;
function createTurns(clock = () => performance.now()) {
  const waiting = /* @__PURE__ */ new Map();
  let isScheduled = false;
  let atOnceSince = null;
  function schedule() {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    setImmediate(() => serve(clock()));
  }
  function serve(since) {
    takeFirst()?.();
    queueMicrotask(() => {
      process.nextTick(() => {
        if (waiting.size > 0 && clock() - since < SLICE_MS) return serve(since);
        isScheduled = false;
        schedule();
      });
    });
  }
  function takeFirst() {
    const [first] = waiting;
    if (!first) return void 0;
    const [client, steps] = first;
    const step = steps.shift();
    waiting.delete(client);
    if (steps.length > 0) waiting.set(client, steps);
    return step;
  }
  return {
    isFull() {
      if (atOnceSince === null) {
        atOnceSince = clock();
        setImmediate(() => {
          atOnceSince = null;
        });
      }
      return clock() - atOnceSince >= AT_ONCE_MS;
    },
    begin(client = "") {
      let since = Number.POSITIVE_INFINITY;
      return {
        isOver: () => clock() - since >= SLICE_MS,
        next: () => new Promise((resolve) => {
          const steps = waiting.get(client) ?? [];
          waiting.set(client, steps);
          steps.push(() => {
            since = clock();
            resolve();
          });
          schedule();
        })
      };
    }
  };
}

// server/src/store/store.ts
var StoreUnavailableError = class extends Error {
  name = "StoreUnavailableError";
};

// server/src/store/sqlite/connection/slices.ts
function createSlices(db) {
  const pace = createTurns().begin();
  return {
    async run(step) {
      await pace.next();
      if (!db.open) throw new StoreUnavailableError("CLOSED");
      return step();
    }
  };
}

// server/src/store/sqlite/care/window-filters.ts
var WINDOW_ROWS2 = 2048;
var BITS = 8192;
var BYTES = BITS / 8;
var MAX_FILTERS = 32768;
function createWindowFilters(maxFilters = MAX_FILTERS) {
  const filters = /* @__PURE__ */ new Map();
  return {
    has: (window) => filters.has(window),
    add(window, consentIds) {
      if (filters.size >= maxFilters) return;
      const filter = new Uint8Array(BYTES);
      for (const consentId of consentIds) {
        for (const bit of bitsOf(consentId)) setBit(filter, bit);
      }
      filters.set(window, filter);
    },
    mayHold(window, [a, b]) {
      const filter = filters.get(window);
      return filter === void 0 || hasBit(filter, a) && hasBit(filter, b);
    },
    forgetBefore(window) {
      for (const known of filters.keys()) if (known < window) filters.delete(known);
    }
  };
}
var setBit = (filter, bit) => {
  filter[bit >> 3] = (filter[bit >> 3] ?? 0) | 1 << (bit & 7);
};
var hasBit = (filter, bit) => ((filter[bit >> 3] ?? 0) & 1 << (bit & 7)) !== 0;
function bitsOf(consentId) {
  let hash = 2166136261;
  for (let index2 = 0; index2 < consentId.length; index2++) {
    hash = Math.imul(hash ^ consentId.charCodeAt(index2), 16777619);
  }
  return [(hash >>> 16) % BITS, (hash >>> 0) % BITS];
}

// server/src/store/sqlite/care/event-search.ts
var windowOf = (seq) => Math.floor((seq - 1) / WINDOW_ROWS2);
function createEventSearch(db, slices) {
  const selectEnds = db.prepare(
    "SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last"
  );
  const selectNext = db.prepare("SELECT min(seq) FROM events WHERE seq > ?").pluck();
  const selectPeople = db.prepare(
    "SELECT DISTINCT consent_id FROM events WHERE seq > ? AND seq <= ?"
  ).pluck();
  const selectEvents = db.prepare(
    `SELECT seq, consent_id FROM events
       WHERE seq > ? AND seq <= ? AND consent_id IN (SELECT value FROM json_each(?))`
  ).raw();
  const filters = createWindowFilters();
  const running = /* @__PURE__ */ new Set();
  function nextWindow(search) {
    for (; search.next <= search.last; search.next++) {
      const window = search.next;
      if (search.lookedAt.delete(window) || !filters.mayHold(window, search.bits)) continue;
      if (filters.has(window)) return window;
      const seq = selectNext.get(window * WINDOW_ROWS2);
      if (seq == null) return null;
      if (windowOf(seq) === window) return window;
      search.next = windowOf(seq) - 1;
    }
    return null;
  }
  const needs = (search, window) => window >= search.next && window <= search.last && !search.isTaking && !search.lookedAt.has(window);
  function look(window, lastSeq) {
    const [after, through] = [window * WINDOW_ROWS2, (window + 1) * WINDOW_ROWS2];
    if (!filters.has(window) && through <= lastSeq) {
      filters.add(window, selectPeople.all(after, through));
    }
    const searches = [...running].filter((search) => needs(search, window));
    const people = searches.filter(({ bits }) => filters.mayHold(window, bits)).map(({ consentId }) => consentId);
    const events2 = people.length === 0 ? [] : selectEvents.all(after, through, JSON.stringify(people));
    for (const search of searches) {
      search.lookedAt.add(window);
      for (const [seq, consentId] of events2) {
        if (consentId === search.consentId && seq <= search.through) search.found.push(seq);
      }
    }
  }
  function step(search) {
    const window = nextWindow(search);
    if (window === null) return false;
    look(window, search.through);
    return true;
  }
  return {
    async find(consentId, take, onProgress) {
      const { first, last } = selectEnds.get() ?? {};
      if (first == null || last == null) return;
      filters.forgetBefore(windowOf(first));
      const search = {
        consentId,
        bits: bitsOf(consentId),
        through: last,
        next: windowOf(first),
        last: windowOf(last),
        lookedAt: /* @__PURE__ */ new Set(),
        found: [],
        isTaking: false
      };
      running.add(search);
      try {
        for (let isMore = true; isMore; ) {
          isMore = await slices.run(() => step(search));
          if (search.found.length > 0) {
            search.isTaking = true;
            await take(search.found.splice(0));
            search.isTaking = false;
          }
          const reached = isMore ? Math.min(search.next * WINDOW_ROWS2, last) : last;
          onProgress?.(Math.max(0, reached - first + 1), last - first + 1);
        }
      } finally {
        running.delete(search);
      }
    }
  };
}

// server/src/store/sqlite/intake/event-row.ts
var EVENT_COLUMNS = `seq, id, consent_id AS consentId, session_id AS sessionId, name, properties, path,
  referrer_host AS referrerHost, utm_source AS utmSource, utm_medium AS utmMedium, utm_campaign AS utmCampaign,
  utm_term AS utmTerm, utm_content AS utmContent, viewport, occurred_at AS occurredAt, received_at AS receivedAt`;
function toStoredEvent(row) {
  const { id, consentId, sessionId, name, occurredAt, receivedAt } = row;
  const { path, referrerHost, utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = row;
  return {
    id,
    consentId,
    sessionId,
    name,
    properties: JSON.parse(row.properties),
    context: {
      path,
      referrerHost,
      utmSource,
      utmMedium,
      utmCampaign,
      utmTerm,
      utmContent,
      viewport: row.viewport
    },
    occurredAt,
    receivedAt
  };
}

// server/src/store/sqlite/care/person-rows.ts
var PAGE_ROWS = 100;
var COLUMNS = `revision, analytics, source, language, text_hash AS textHash, gpc, decided_at AS decidedAt,
  recorded_at AS recordedAt`;
var TIME = "coalesce(decided_at, recorded_at)";
function preparePersonRows(db, slices) {
  const selectGrant = db.prepare(
    "SELECT 1 FROM consents WHERE consent_id = ? AND analytics = 1 LIMIT 1"
  );
  const selectLatest = db.prepare(
    `SELECT ${COLUMNS} FROM consents WHERE consent_id = ? ORDER BY ${TIME} DESC, rowid DESC LIMIT 1`
  );
  const page = (condition) => `SELECT * FROM (SELECT rowid AS row, ${TIME} AS time, ${COLUMNS} FROM consents
       WHERE consent_id = @consentId AND ${condition} ORDER BY ${TIME}, rowid LIMIT ${PAGE_ROWS})`;
  const selectConsents = db.prepare(
    `${page(`${TIME} = @time AND rowid > @row`)} UNION ALL ${page(`${TIME} > @time`)} LIMIT ${PAGE_ROWS}`
  );
  const selectEvent = db.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE seq = ?`
  );
  const readEvents = (seqs) => seqs.map((seq) => selectEvent.get(seq)).filter((row) => row !== void 0).map(toStoredEvent);
  return {
    everGranted: (consentId) => selectGrant.get(consentId) !== void 0,
    latestDecision(consentId) {
      const row = selectLatest.get(consentId);
      return row && toRecord(row);
    },
    /** Sorted by the time of the click, and then by arrival. */
    async *consents(consentId) {
      let after = { time: Number.MIN_SAFE_INTEGER, row: 0 };
      for (; ; ) {
        const rows = await slices.run(() => selectConsents.all({ consentId, ...after }));
        const last = rows.at(-1);
        if (!last) return;
        after = { time: last.time, row: last.row };
        yield rows.map(({ time: _, row: __, ...record }) => toRecord(record));
      }
    },
    async *events(seqs) {
      for (let start = 0; start < seqs.length; start += PAGE_ROWS) {
        yield await slices.run(() => readEvents(seqs.slice(start, start + PAGE_ROWS)));
      }
    }
  };
}
var toRecord = (row) => ({
  ...row,
  analytics: row.analytics === 1,
  gpc: row.gpc === 1
});

// server/src/store/sqlite/care/persons.ts
var PORTION_ROWS = 300;
function createPersons({ db, writes, recordDecision }) {
  const slices = createSlices(db);
  const search = createEventSearch(db, slices);
  const rows = preparePersonRows(db, slices);
  const deleteEvent = db.prepare("DELETE FROM events WHERE seq = ?");
  const audit2 = prepareAudit(db);
  const oneAtATime = createMutex();
  function recordWithdrawal({ id, consentId, gpc, at }) {
    const latest = rows.latestDecision(consentId);
    if (!latest || isErasure(latest)) return;
    const { revision, language, textHash } = latest;
    recordDecision({
      id,
      consentId,
      revision,
      language,
      textHash,
      gpc,
      analytics: false,
      source: "my-data",
      decidedAt: Math.max(at, latest.decidedAt ?? latest.recordedAt),
      recordedAt: at
    });
  }
  const erasePortion = (seqs, at) => oneAtATime(
    () => writes.run(seqs.length, () => {
      const events2 = seqs.reduce((erased, seq) => erased + deleteEvent.run(seq).changes, 0);
      if (events2 > 0) audit2({ at, kind: "erase", counts: { events: events2 } });
      return events2;
    })
  );
  async function eraseEvents({ consentId, at, search: { onProgress } = {} }) {
    const found = [];
    let erased = 0;
    const erasePortions = async (least) => {
      while (found.length >= least) erased += await erasePortion(found.splice(0, PORTION_ROWS), at);
    };
    const take = (seqs) => {
      for (const seq of seqs) found.push(seq);
      return erasePortions(PORTION_ROWS);
    };
    await search.find(consentId, take, onProgress);
    await erasePortions(1);
    return erased;
  }
  return {
    async read(consentId, maxEvents, { withoutGrant = false, onProgress } = {}) {
      const first = createFirst(maxEvents);
      if (withoutGrant || rows.latestDecision(consentId)) {
        await search.find(consentId, first.add, onProgress);
      }
      const { seqs, more } = first.result();
      return { consents: rows.consents(consentId), events: rows.events(seqs), moreEvents: more };
    },
    async erase(request) {
      const { consentId, search: { withoutGrant = false } = {} } = request;
      const everGranted = rows.everGranted(consentId);
      if (!everGranted && !withoutGrant) return 0;
      if (everGranted) await writes.run(1, () => recordWithdrawal(request));
      const erased = await eraseEvents(request);
      if (erased > 0) checkpoint(db);
      return erased;
    }
  };
}
function createFirst(limit) {
  const seqs = [];
  let count = 0;
  let end = Number.POSITIVE_INFINITY;
  const cut = () => {
    seqs.sort((a, b) => a - b);
    if (seqs.length <= limit) return;
    end = seqs[limit] ?? end;
    seqs.length = limit;
  };
  return {
    add(some) {
      count += some.length;
      for (const seq of some) if (seq < end) seqs.push(seq);
      if (seqs.length > 2 * limit) cut();
    },
    result() {
      cut();
      return { seqs, more: count - seqs.length };
    }
  };
}

// server/src/store/sqlite/care/row-counts.ts
function countRows(db) {
  const count = (table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  return {
    signups: count("notifyme_signups"),
    consents: count("consents"),
    events: count("events")
  };
}

// server/src/store/rules/fold-email.ts
var foldEmail = (email) => email.trim().toLowerCase();

// server/src/store/sqlite/care/signup-requests.ts
function prepareSignupRequests(db) {
  db.function("folded_email", { deterministic: true }, (email) => foldEmail(String(email)));
  const select = db.prepare(
    `SELECT id, name, email, youtube_channel AS youtubeChannel, use_case AS useCase, signup_type AS signupType,
            created_at AS createdAt
     FROM notifyme_signups WHERE folded_email(email) = ? ORDER BY created_at, id`
  );
  const remove = db.prepare("DELETE FROM notifyme_signups WHERE id = ?");
  const audit2 = prepareAudit(db);
  const erase = (ids, at) => {
    const signups2 = ids.reduce((erased, id) => erased + remove.run(id).changes, 0);
    if (signups2 > 0) audit2({ at, kind: "erase", counts: { signups: signups2 } });
    return signups2;
  };
  const read = (email) => select.all(foldEmail(email));
  return {
    read,
    /** Runs inside a transaction. */
    erase: (email, at) => erase(
      read(email).map(({ id }) => id),
      at
    ),
    /** Runs inside a transaction. */
    eraseOne: (id, at) => erase([id], at) === 1 ? "erased" : "not_found"
  };
}

// server/src/store/sqlite/connection/disk-usage.ts
import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
async function diskUsage(file2) {
  const [fileBytes, walBytes, { bavail, bsize }] = await Promise.all([
    sizeOf(file2),
    sizeOf(`${file2}-wal`),
    statfs(dirname(file2))
  ]);
  return { fileBytes, walBytes, freeBytes: bavail * bsize };
}
var sizeOf = (file2) => stat(file2).then(
  ({ size }) => size,
  () => 0
);

// server/src/store/sqlite/connection/open-database.ts
import { mkdirSync } from "node:fs";
import { dirname as dirname2 } from "node:path";
import Sqlite2 from "better-sqlite3";

// server/src/store/database-version.ts
var NewerDatabaseError = class extends Error {
  name = "NewerDatabaseError";
};
function refuseNewer(applied, migrations) {
  const known = new Set(migrations.map(({ folderMillis }) => folderMillis));
  const unknown = [...applied].filter((time) => !known.has(time));
  if (unknown.length === 0) return;
  const day = new Date(Math.max(...unknown)).toISOString().slice(0, 10);
  throw new NewerDatabaseError(
    `it has ${unknown.length} migration${unknown.length === 1 ? "" : "s"} that this version does not know, the latest of ${day}`
  );
}

// server/src/store/sqlite/connection/migrate.ts
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
var migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
function migrate(db) {
  const migrations = readMigrationFiles({ migrationsFolder });
  db.pragma("foreign_keys = OFF");
  db.exec(
    "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)"
  );
  refuseNewer(appliedTo(db), migrations);
  for (const migration of pendingIn(db, migrations)) apply(db, migration);
  db.pragma("foreign_keys = ON");
}
function pendingIn(db, migrations) {
  const applied = appliedTo(db);
  return migrations.filter(({ folderMillis }) => !applied.has(folderMillis));
}
function apply(db, { sql: sql3, hash, folderMillis }) {
  const migrateOnce = db.transaction(() => {
    if (appliedTo(db).has(folderMillis)) return;
    for (const statement of sql3) db.exec(statement);
    db.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)").run(
      hash,
      folderMillis
    );
    const orphans = db.pragma("foreign_key_check");
    if (orphans.length > 0) throw new Error(`a migration leaves ${orphans.length} orphaned rows`);
  });
  migrateOnce.immediate();
}
function appliedTo(db) {
  const times = db.prepare("SELECT created_at FROM __drizzle_migrations").pluck().all();
  return new Set(times.map(Number));
}

// server/src/store/sqlite/connection/open-database.ts
function openDatabase(file2) {
  mkdirSync(dirname2(file2), { recursive: true });
  return prepare(new Sqlite2(file2), migrate);
}
function prepare(db, ensureVersion) {
  try {
    db.pragma("busy_timeout = 5000");
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.pragma("secure_delete = ON");
    db.pragma("cache_size = -2000");
    ensureVersion(db);
    db.pragma("foreign_keys = ON");
    db.pragma("busy_timeout = 2");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

// server/src/store/sqlite/connection/probe.ts
function probe(db) {
  const version = db.pragma("user_version", { simple: true });
  db.pragma(`user_version = ${Number(version)}`);
}

// server/src/store/sqlite/intake/consent-texts.ts
import { desc } from "drizzle-orm";

// server/src/store/sqlite/connection/schema.ts
import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex
} from "drizzle-orm/sqlite-core";
var signups = sqliteTable(
  "notifyme_signups",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    youtubeChannel: text("youtube_channel"),
    useCase: text("use_case"),
    signupType: text("signup_type").notNull(),
    createdAt: integer("created_at").notNull()
  },
  (table) => [uniqueIndex("notifyme_signups_email_key").on(sql`lower(${table.email})`)]
);
var consents = sqliteTable(
  "consents",
  {
    id: text().primaryKey(),
    consentId: text("consent_id").notNull(),
    revision: integer().notNull(),
    analytics: integer().notNull(),
    source: text().notNull(),
    language: text().notNull(),
    textHash: text("text_hash").notNull(),
    gpc: integer().notNull(),
    /** The browser's time, but never later than the server's. Null means `recorded_at`. */
    decidedAt: integer("decided_at"),
    recordedAt: integer("recorded_at").notNull()
  },
  (table) => [
    // In the order of the decisions, so that each request finds the latest one of an id without sorting.
    index("consents_latest").on(
      table.consentId,
      sql`coalesce(${table.decidedAt}, ${table.recordedAt})`
    )
  ]
);
var retentionPass = sqliteTable("retention_pass", { id: integer().primaryKey() });
var consentTexts = sqliteTable("consent_texts", {
  revision: integer().primaryKey(),
  hash: text().notNull(),
  language: text().notNull(),
  recipient: text(),
  text: text().notNull(),
  publishedAt: integer("published_at").notNull()
});
var consentRefusals = sqliteTable(
  "consent_refusals",
  {
    day: text().notNull(),
    source: text().notNull(),
    count: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })]
);
var events = sqliteTable("events", {
  seq: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique("events_id_key"),
  consentId: text("consent_id").notNull(),
  sessionId: text("session_id"),
  name: text().notNull(),
  properties: text().notNull(),
  path: text(),
  referrerHost: text("referrer_host"),
  utmSource: text("utm_source"),
  utmMedium: text("utm_medium"),
  utmCampaign: text("utm_campaign"),
  utmTerm: text("utm_term"),
  utmContent: text("utm_content"),
  viewport: text(),
  occurredAt: integer("occurred_at").notNull(),
  receivedAt: integer("received_at").notNull()
});
var eventChunks = sqliteTable(
  "event_chunks",
  {
    part: integer().primaryKey(),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
    count: integer().notNull(),
    /** Null where the events have too many different values. Reports then read the events themselves. */
    bytes: blob({ mode: "buffer" })
  },
  // Reports choose the parts without reading the pages that hold the bytes.
  (table) => [index("event_chunks_times").on(table.part, table.firstAt, table.lastAt)]
);
var audit = sqliteTable("audit", {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  kind: text().notNull(),
  /** JSON: the number of rows of each table. */
  counts: text().notNull()
});
var relayState = sqliteTable("relay_state", {
  id: integer().primaryKey(),
  lastSeq: integer("last_seq").notNull(),
  deliveredAt: integer("delivered_at"),
  /** The reason and time of the last failure; null after a success. */
  failure: text(),
  failedAt: integer("failed_at")
});
var relayCounts = sqliteTable("relay_counts", {
  outcome: text().primaryKey(),
  count: integer().notNull()
});
var relayDeadLetters = sqliteTable("relay_dead_letters", {
  seq: integer().primaryKey().references(() => events.seq, { onDelete: "cascade" }),
  reason: text().notNull(),
  setAsideAt: integer("set_aside_at").notNull()
});
var endedSessions = sqliteTable("ended_sessions", {
  hash: text().primaryKey(),
  endsAt: integer("ends_at").notNull()
});
var pageCounts = sqliteTable(
  "page_counts",
  {
    day: text().notNull(),
    path: text().notNull(),
    count: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.day, table.path] })]
);

// server/src/store/sqlite/intake/consent-texts.ts
function publishText(orm, text2) {
  const latest = orm.select().from(consentTexts).orderBy(desc(consentTexts.revision)).get();
  if (latest?.hash === text2.hash) return { revision: latest.revision, newer: null };
  const revision = (latest?.revision ?? 0) + 1;
  orm.insert(consentTexts).values({ revision, ...text2 }).run();
  return { revision, newer: null };
}
function recordDemoText(orm, text2) {
  orm.insert(consentTexts).values({ revision: 0, ...text2 }).onConflictDoNothing().run();
}

// shared/src/time.ts
var utcDay = (time) => new Date(time).toISOString().slice(0, 10);

// server/src/store/sqlite/intake/decisions.ts
function prepareLatest(db) {
  const select = db.prepare(
    `SELECT analytics, revision, gpc, text_hash AS textHash,
            coalesce(decided_at, recorded_at) AS decidedAt, recorded_at AS recordedAt
     FROM consents WHERE consent_id = ?
     ORDER BY coalesce(decided_at, recorded_at) DESC, rowid DESC LIMIT 1`
  );
  return (consentId) => {
    const row = select.get(consentId);
    return row ? { ...row, analytics: row.analytics === 1, gpc: row.gpc === 1 } : null;
  };
}
function prepareRecordDecision(db) {
  const findLatest = prepareLatest(db);
  const findGrant = db.prepare(
    "SELECT 1 FROM consents WHERE consent_id = ? AND analytics = 1 LIMIT 1"
  );
  const findText = db.prepare(
    "SELECT 1 FROM consent_texts WHERE revision = ? AND hash = ?"
  );
  const append = db.prepare(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     VALUES (@id, @consentId, @revision, @analytics, @source, @language, @textHash, @gpc, @decidedAt, @recordedAt)`
  );
  const count = db.prepare(
    `INSERT INTO consent_refusals (day, source, count) VALUES (?, ?, 1)
     ON CONFLICT (day, source) DO UPDATE SET count = count + 1`
  );
  return (decision) => {
    const { consentId, recordedAt, revision, textHash } = decision;
    const history = consentId === null ? { latest: null, everGranted: false } : {
      latest: findLatest(consentId),
      everGranted: findGrant.get(consentId) !== void 0
    };
    const outcome = ruleOn(decision, history, findText.get(revision, textHash) !== void 0);
    if (outcome === "unknown_text") return { outcome };
    if (outcome === "appended") {
      append.run({
        ...decision,
        analytics: Number(holds(decision)),
        gpc: Number(decision.gpc)
      });
    }
    if (outcome === "counted") count.run(utcDay(recordedAt), decision.source);
    const unchanged = outcome === "unchanged" ? history.latest?.recordedAt : void 0;
    return { outcome, recordedAt: unchanged ?? recordedAt };
  };
}

// server/src/store/chunks/chunk-format.ts
var FORMAT = 1162018817;
var HEADER_BYTES = 40;
var FLAGS = { wideTimes: 1, wideKinds: 2, textPeople: 4 };
var PART_EVENTS = 16384;
var partOf = (seq) => Math.floor((seq - 1) / PART_EVENTS);
var seqsOf = (part) => [
  part * PART_EVENTS,
  (part + 1) * PART_EVENTS
];
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
var isUuid = (text2) => UUID.test(text2);
function writeUuid(text2, words, at) {
  const hex = text2.replaceAll("-", "");
  for (let word = 0; word < 4; word++) {
    words[at + word] = Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16);
  }
}
function toUuidWords(ids) {
  if (!ids.every(isUuid)) return null;
  const words = new Uint32Array(ids.length * 4);
  for (const [place, id] of ids.entries()) writeUuid(id, words, place * 4);
  return words;
}

// server/src/store/sqlite/intake/event-chunks.ts
function prepareEventChunks(db) {
  const selectState = db.prepare(
    `SELECT (SELECT count(*) FROM event_chunks) AS stored,
            coalesce((SELECT max(seq) FROM events), 0) AS last`
  );
  const count = db.prepare("SELECT count(*) FROM events WHERE seq > ? AND seq <= ?").pluck();
  const insert = db.prepare(
    `INSERT INTO event_chunks (part, first_at, last_at, count, bytes)
     VALUES (@part, @firstAt, @lastAt, @events, @bytes) ON CONFLICT (part) DO NOTHING`
  );
  return {
    state() {
      const { stored, last } = selectState.get() ?? { stored: 0, last: 0 };
      return { stored, complete: Math.floor(last / PART_EVENTS) };
    },
    /** Runs inside a transaction. Rows are only added after the last one, or deleted, so their number shows a change. */
    save({ bytes: bytes2, ...chunk }) {
      if (count.get(...seqsOf(chunk.part)) !== chunk.events) return;
      insert.run({
        ...chunk,
        bytes: bytes2 && Buffer.from(bytes2.buffer, bytes2.byteOffset, bytes2.byteLength)
      });
    }
  };
}

// server/src/store/sqlite/intake/events.ts
function prepareRecordEvents(db) {
  const isGranted = prepareIsGranted(db);
  const insert = prepareInsert(db);
  return (batch) => {
    if (!isGranted(batch)) return { outcome: "consent_required" };
    const accepted = insert(batch);
    return { outcome: "recorded", accepted, duplicates: batch.events.length - accepted };
  };
}
function prepareIsGranted(db) {
  const select = db.prepare(
    `SELECT analytics, revision, recorded_at, (SELECT max(revision) FROM consent_texts)
       FROM consents WHERE consent_id = ?
       ORDER BY coalesce(decided_at, recorded_at) DESC, rowid DESC LIMIT 1`
  ).raw();
  return ({ consentId, revision: override, receivedAt }) => {
    const row = select.get(consentId);
    if (!row) return false;
    const [analytics, revision, recordedAt, newest] = row;
    return grantsAnalytics(
      { analytics: analytics === 1, revision, recordedAt },
      override ?? newest,
      receivedAt
    );
  };
}
var COLUMNS2 = `consent_id, session_id, path, referrer_host, utm_source, utm_medium, utm_campaign, utm_term, utm_content,
  viewport, received_at, id, name, properties, occurred_at`;
var FOLD = "ON CONFLICT (id) DO NOTHING";
var places = (count) => Array(count).fill("?").join(", ");
var OF_BATCH = 11;
var OF_EVENT = 4;
var MOST_TOGETHER = 25;
function insertOf(size) {
  const rows = Array(size).fill(`(${places(OF_EVENT)})`).join(", ");
  const source = size === 1 ? `VALUES (${places(OF_BATCH + OF_EVENT)})` : `SELECT ${places(OF_BATCH)}, column1, column2, column3, column4 FROM (VALUES ${rows}) WHERE true`;
  return `INSERT INTO events (${COLUMNS2}) ${source} ${FOLD}`;
}
function prepareInsert(db) {
  const bySize = [];
  const statementFor = (size) => {
    bySize[size] ??= db.prepare(insertOf(size));
    return bySize[size];
  };
  return (batch) => {
    const { events: events2 } = batch;
    const shared = valuesOfBatch(batch);
    let inserted = 0;
    for (let start = 0; start < events2.length; start += MOST_TOGETHER) {
      const together = events2.slice(start, start + MOST_TOGETHER);
      const values = [...shared];
      for (const event of together) pushValues(values, event);
      inserted += statementFor(together.length).run(...values).changes;
    }
    return inserted;
  };
}
var pushValues = (values, { id, name, properties, occurredAt }) => values.push(id, name, JSON.stringify(properties), occurredAt);
var valuesOfBatch = ({ consentId, sessionId, context, receivedAt }) => [
  consentId,
  sessionId,
  context.path,
  context.referrerHost,
  context.utmSource,
  context.utmMedium,
  context.utmCampaign,
  context.utmTerm,
  context.utmContent,
  context.viewport,
  receivedAt
];

// server/src/store/sqlite/intake/intake.ts
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite3 from "better-sqlite3";

// server/src/store/write-queue.ts
var MAX_ROWS2 = 1e3;
var MAX_WAITING_ROWS = 1e4;
function createWriteQueue(commit, { maxRows = MAX_ROWS2, maxWaitingRows = MAX_WAITING_ROWS, onCommit } = {}) {
  let queue = [];
  let waiting = 0;
  let waitingRows = 0;
  let running = null;
  async function work() {
    while (queue.length > 0) {
      await new Promise(setImmediate);
      await settle(takeGroup());
    }
    running = null;
  }
  function takeGroup() {
    let rows = 0;
    const end = queue.findIndex((one, index2) => {
      rows += one.rows;
      return index2 > 0 && (rows > maxRows || queue[0]?.alone);
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  }
  async function settle(group) {
    try {
      const { outcomes, seconds } = await commit(group.map(({ operation }) => operation));
      leave(group);
      for (const [index2, one] of group.entries()) one.resolve(outcomes[index2]);
      onCommit?.({ seconds, rows: countRows2(group) });
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
        refuse([...group, ...queue.splice(0)], error);
      } else if (group.length === 1) {
        refuse(group, error);
      } else {
        queue = [...group.map((one) => ({ ...one, alone: true })), ...queue];
      }
    }
  }
  function refuse(group, error) {
    leave(group);
    for (const one of group) one.reject(error);
  }
  function leave(group) {
    waiting -= group.length;
    waitingRows -= countRows2(group);
  }
  return {
    run: (rows, operation) => new Promise((resolve, reject) => {
      if (waitingRows >= maxWaitingRows) {
        reject(new StoreUnavailableError("QUEUE_FULL"));
        return;
      }
      const weight = Math.max(1, rows);
      waiting += 1;
      waitingRows += weight;
      queue.push({ rows: weight, operation, alone: false, resolve, reject });
      running ??= work();
    }),
    waiting: () => waiting,
    drain: async () => {
      while (running) await running;
    }
  };
}
var countRows2 = (group) => group.reduce((sum, { rows }) => sum + rows, 0);

// server/src/store/sqlite/intake/intake.ts
var MAX_ROWS3 = 500;
var LOCK_RETRY_MS = 20;
function createIntake(db, { lockTimeoutMs = 5e3, maxRows = MAX_ROWS3, ...options } = {}) {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");
  async function carryOut(operations) {
    const giveUpAt = performance.now() + lockTimeoutMs;
    for (; ; ) {
      const since = performance.now();
      if (tryBegin(since < giveUpAt)) {
        const outcomes = transact(operations);
        return { outcomes, seconds: (performance.now() - since) / 1e3 };
      }
      await sleep(LOCK_RETRY_MS);
    }
  }
  function tryBegin(mayWait) {
    try {
      begin.run();
      return true;
    } catch (error) {
      if (!db.open) throw new StoreUnavailableError("CLOSED");
      if (mayWait && isBusy(error)) return false;
      throw asUnavailable(error);
    }
  }
  function transact(operations) {
    try {
      const outcomes = operations.map((operation) => operation());
      commit.run();
      return outcomes;
    } catch (error) {
      if (db.inTransaction) rollback.run();
      throw asUnavailable(error);
    }
  }
  const queue = createWriteQueue(carryOut, { ...options, maxRows });
  return {
    run: (rows, operation) => queue.run(rows, operation),
    waiting: queue.waiting,
    drain: queue.drain
  };
}
var isBusy = (error) => error instanceof Sqlite3.SqliteError && error.code.startsWith("SQLITE_BUSY");
var UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOTADB|CORRUPT)/;
function asUnavailable(error) {
  return error instanceof Sqlite3.SqliteError && UNAVAILABLE.test(error.code) ? new StoreUnavailableError(error.code, { cause: error }) : error;
}

// server/src/store/sqlite/intake/page-counts.ts
import { sql as sql2 } from "drizzle-orm";
function addPageCounts(orm, day, counts) {
  for (const [path, count] of counts) {
    orm.insert(pageCounts).values({ day, path, count }).onConflictDoUpdate({
      target: [pageCounts.day, pageCounts.path],
      set: { count: sql2`${pageCounts.count} + excluded.count` }
    }).run();
  }
}

// server/src/store/sqlite/intake/signups.ts
function prepareInsertSignup(db) {
  const insert = db.prepare(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
     VALUES (@id, @name, @email, @youtubeChannel, @useCase, @signupType, @createdAt)
     ON CONFLICT (lower(email)) DO NOTHING`
  );
  return (signup) => insert.run(signup).changes === 1 ? "created" : "duplicate";
}

// server/src/store/sqlite/relay/deliveries.ts
import { setImmediate as nextTurn } from "node:timers/promises";

// server/src/store/rules/delivery-rule.ts
var MAX_DECISIONS = 100;
function ruleOnDelivery(receivedAt, history, recipientOf, { recipient, now }) {
  const latest = history.at(-1);
  if (!latest) return "no_grant";
  const withdrawn = history.some((row) => !row.analytics && row.recordedAt >= receivedAt);
  if (!latest.analytics || withdrawn) return "withdrawn";
  if (isExpired(latest.recordedAt, now)) return "expired";
  const grant = history.findLast((row) => row.recordedAt <= receivedAt);
  if (!grant?.analytics) return "no_grant";
  const named = [grant, latest].every(({ revision }) => recipientOf(revision) === recipient);
  return named ? "deliver" : "other_recipient";
}

// server/src/store/sqlite/relay/delivery-state.ts
var LAST_SEQ = "coalesce((SELECT last_seq FROM relay_state), 0)";
var DEAD_LETTERS_SHOWN = 20;
function readDeliveryState(db) {
  const first = db.prepare(
    `SELECT received_at AS receivedAt FROM events WHERE seq > ${LAST_SEQ} ORDER BY seq LIMIT 1`
  ).get();
  const state = db.prepare(
    "SELECT delivered_at AS deliveredAt, failure, failed_at AS failedAt FROM relay_state"
  ).get();
  const counts = new Map(
    db.prepare("SELECT outcome, count FROM relay_counts").all().map(({ outcome, count }) => [outcome, count])
  );
  const countOf = (outcome) => counts.get(outcome) ?? 0;
  return {
    waiting: countWaiting(db),
    waitingSince: first?.receivedAt ?? null,
    delivered: countOf("delivered"),
    deliveredAt: state?.deliveredAt ?? null,
    skipped: {
      no_grant: countOf("no_grant"),
      withdrawn: countOf("withdrawn"),
      expired: countOf("expired"),
      other_recipient: countOf("other_recipient")
    },
    ...readDeadLetters(db),
    failure: state?.failure == null ? null : { reason: state.failure, at: state.failedAt ?? 0 }
  };
}
var MAX_COUNTED = 1e4;
function countWaiting(db) {
  const one = (sql3) => db.prepare(sql3).get()?.number ?? 0;
  const span = one(`SELECT coalesce(max(seq), 0) - ${LAST_SEQ} AS number FROM events`);
  if (span > MAX_COUNTED) return span;
  return one(`SELECT count(*) AS number FROM events WHERE seq > ${LAST_SEQ}`);
}
function readDeadLetters(db) {
  const total = db.prepare("SELECT count(*) AS setAside FROM relay_dead_letters").get();
  const deadLetters = db.prepare(
    `SELECT events.id AS eventId, reason, set_aside_at AS at FROM relay_dead_letters
       JOIN events USING (seq) ORDER BY seq DESC LIMIT ?`
  ).all(DEAD_LETTERS_SHOWN);
  return { setAside: total?.setAside ?? 0, deadLetters };
}

// server/src/store/sqlite/relay/deliveries.ts
function prepareDeliveries(db) {
  return { take: prepareTake(db), settle: prepareSettle(db), noteFailure: prepareNoteFailure(db) };
}
var SLICE = 100;
function prepareTake(db) {
  const selectLast = db.prepare(`SELECT ${LAST_SEQ}`).pluck();
  const select = db.prepare(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`
  );
  const selectDecisions = db.prepare(
    `SELECT analytics, revision, recorded_at AS recordedAt FROM consents WHERE consent_id = ?
     ORDER BY coalesce(decided_at, recorded_at) DESC, rowid DESC LIMIT ${MAX_DECISIONS}`
  );
  const selectTexts = db.prepare(
    "SELECT revision, recipient FROM consent_texts"
  );
  const takeSlice = (after, limit, rule) => {
    const rows = select.all(after, limit);
    if (rows.length === 0) return [];
    const recipients = new Map(selectTexts.all().map((row) => [row.revision, row.recipient]));
    const histories = /* @__PURE__ */ new Map();
    const historyOf = (consentId) => {
      const known = histories.get(consentId);
      if (known) return known;
      const history = selectDecisions.all(consentId).map((row) => ({ ...row, analytics: row.analytics === 1 })).reverse();
      histories.set(consentId, history);
      return history;
    };
    return rows.map((row) => {
      const { seq, consentId, receivedAt } = row;
      const recipientOf = (revision) => recipients.get(revision);
      const outcome = ruleOnDelivery(receivedAt, historyOf(consentId), recipientOf, rule);
      return outcome === "deliver" ? { seq, outcome, event: toStoredEvent(row) } : { seq, outcome };
    });
  };
  return async (limit, rule) => {
    const deliveries = [];
    let after = selectLast.get() ?? 0;
    for (let left = limit; left > 0; left -= SLICE) {
      if (left < limit) await nextTurn();
      const slice = takeSlice(after, Math.min(left, SLICE), rule);
      deliveries.push(...slice);
      if (slice.length < SLICE) break;
      after = slice.at(-1)?.seq ?? after;
    }
    return deliveries;
  };
}
function prepareSettle(db) {
  const advance = db.prepare(
    `INSERT INTO relay_state (id, last_seq, delivered_at) VALUES (1, @through, @deliveredAt)
     ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq,
       delivered_at = coalesce(excluded.delivered_at, delivered_at), failure = NULL, failed_at = NULL
     WHERE last_seq < excluded.last_seq`
  );
  const add = db.prepare(
    `INSERT INTO relay_counts (outcome, count) VALUES (?, ?)
     ON CONFLICT (outcome) DO UPDATE SET count = count + excluded.count`
  );
  const setAside = db.prepare(
    `INSERT INTO relay_dead_letters (seq, reason, set_aside_at) SELECT seq, ?, ? FROM events WHERE seq = ?
     ON CONFLICT DO NOTHING`
  );
  return ({ through, delivered, skipped, setAside: letter, at }) => {
    const { changes } = advance.run({ through, deliveredAt: delivered > 0 ? at : null });
    if (changes === 0) return;
    if (delivered > 0) add.run("delivered", delivered);
    for (const [reason, count] of Object.entries(skipped)) add.run(reason, count);
    if (letter) setAside.run(letter.reason, at, letter.seq);
  };
}
function prepareNoteFailure(db) {
  const note = db.prepare(
    `INSERT INTO relay_state (id, last_seq, failure, failed_at) VALUES (1, 0, ?, ?)
     ON CONFLICT (id) DO UPDATE SET failure = excluded.failure, failed_at = excluded.failed_at`
  );
  return (reason, at) => {
    note.run(reason, at);
  };
}

// server/src/store/sqlite/store.ts
var CHUNK_WEIGHT = 200;
function openSqliteStore(file2, options = {}) {
  return createSqliteStore(openDatabase(file2), options);
}
function createSqliteStore(db, options) {
  const orm = drizzle(db);
  const insertSignup = prepareInsertSignup(db);
  const recordDecision = prepareRecordDecision(db);
  const recordEvents = prepareRecordEvents(db);
  const deliveries = prepareDeliveries(db);
  const writes = createIntake(db, options);
  const signups2 = prepareSignupRequests(db);
  const chunks = prepareEventChunks(db);
  const audit2 = prepareAudit(db);
  const endedSessions2 = prepareEndedSessions(db);
  const persons = createPersons({ db, writes, recordDecision });
  const refusals = createRefusalMemory();
  const erasing = async (erase) => {
    const erased = await writes.run(1, erase);
    checkpoint(db);
    return erased;
  };
  return {
    insertSignup: (signup) => writes.run(1, () => insertSignup(signup)),
    recordDecision: refusals.guard((decision) => writes.run(1, () => recordDecision(decision))),
    recordEvents: (batch) => writes.run(batch.events.length, () => recordEvents(batch)),
    publishConsentText: (text2) => writes.run(1, () => publishText(orm, text2)),
    recordDemoText: (text2) => writes.run(1, () => recordDemoText(orm, text2)),
    addPageCounts: (day, counts) => writes.run(counts.size, () => addPageCounts(orm, day, counts)),
    takeDeliveries: deliveries.take,
    settleDeliveries: (settlement) => writes.run(1, () => deliveries.settle(settlement)),
    noteDeliveryFailure: (reason, at) => writes.run(1, () => deliveries.noteFailure(reason, at)),
    async deliveryState() {
      return readDeliveryState(db);
    },
    readPerson: persons.read,
    erasePerson: persons.erase,
    async readSignups(email) {
      return signups2.read(email);
    },
    eraseSignups: (email, at) => erasing(() => signups2.erase(email, at)),
    eraseSignup: (id, at) => erasing(() => signups2.eraseOne(id, at)),
    expire: createExpiry(db, writes),
    async chunkState() {
      return chunks.state();
    },
    saveChunk: (chunk) => writes.run(CHUNK_WEIGHT, () => chunks.save(chunk)),
    async runAlone(_, work) {
      await work();
      return true;
    },
    recordAudit: (entry) => writes.run(1, () => audit2(entry)),
    async readAudit() {
      return readAudit(db);
    },
    endSession: (session, now) => writes.run(1, () => endedSessions2.end(session, now)),
    async isSessionEnded(hash) {
      return endedSessions2.isEnded(hash);
    },
    async countRows() {
      return countRows(db);
    },
    checkWritable: () => writes.run(1, () => probe(db)),
    usage: async () => ({ writesWaiting: writes.waiting(), ...await diskUsage(db.name) }),
    async close() {
      await writes.drain();
      if (db.open && !db.readonly) checkpoint(db);
      db.close();
    }
  };
}

// server/src/store/sqlite/reports/reader.ts
import { existsSync } from "node:fs";
import Sqlite4 from "better-sqlite3";

// server/src/store/chunks/encode-chunk.ts
var CHUNK_COLUMNS = [
  ...["consent_id", "occurred_at", "name", "properties", "path", "referrer_host", "utm_source"],
  ...["utm_medium", "utm_campaign", "utm_term", "utm_content", "viewport"]
];
var CONTEXT_START = 4;
var MAX_TABLE_LENGTH = 1e6;
function encodeChunk(rows) {
  const encoder = createChunkEncoder();
  for (const row of rows) encoder.add(row);
  return encoder.count() > 0 ? encoder.encode() : null;
}
function makeChunk(part, rows) {
  const encoded = encodeChunk(rows);
  if (!encoded) return null;
  const { bytes: bytes2, tableLength, ...own } = encoded;
  return { part, ...own, bytes: tableLength > MAX_TABLE_LENGTH ? null : bytes2 };
}
function createChunkEncoder() {
  const people = createTable();
  const kinds = createTable();
  const contexts = createTable();
  const times = new Float64Array(PART_EVENTS);
  const personOf = new Uint16Array(PART_EVENTS);
  const kindOf = new Uint16Array(PART_EVENTS);
  const contextOf = new Uint16Array(PART_EVENTS);
  let count = 0;
  let previous;
  const sameContext = (row) => {
    for (let column = CONTEXT_START; column < row.length; column++) {
      if (row[column] !== previous?.[column]) return false;
    }
    return previous !== void 0;
  };
  return {
    add(row) {
      const [consentId, occurredAt, name, properties] = row;
      times[count] = occurredAt;
      personOf[count] = people.place(consentId);
      kindOf[count] = kinds.place(`${name.length} ${name}${properties}`);
      contextOf[count] = sameContext(row) ? contextOf[count - 1] ?? 0 : contexts.place(JSON.stringify(row.slice(CONTEXT_START)));
      previous = row;
      count += 1;
    },
    count: () => count,
    encode() {
      const order = orderByPerson(personOf.subarray(0, count), times, people.values.length);
      return encode({ order, times, kindOf, contextOf, personOf, people, kinds, contexts });
    }
  };
}
function createTable() {
  const places2 = /* @__PURE__ */ new Map();
  const values = [];
  let length = 0;
  return {
    values,
    length: () => length,
    place(text2) {
      const known = places2.get(text2);
      if (known !== void 0) return known;
      places2.set(text2, values.length);
      length += text2.length;
      return values.push(text2) - 1;
    }
  };
}
function orderByPerson(personOf, times, people) {
  const ends = new Uint32Array(people + 1);
  for (const person of personOf) ends[person + 1] = (ends[person + 1] ?? 0) + 1;
  for (let person = 0; person < people; person++) {
    ends[person + 1] = (ends[person + 1] ?? 0) + (ends[person] ?? 0);
  }
  const order = new Uint16Array(personOf.length);
  const next = ends.slice();
  for (let event = 0; event < personOf.length; event++) {
    const person = personOf[event] ?? 0;
    const place = next[person] ?? 0;
    order[place] = event;
    next[person] = place + 1;
  }
  const timeOf = (event) => times[event ?? 0] ?? 0;
  for (let person = 0; person < people; person++) {
    const own = order.subarray(ends[person], ends[person + 1]);
    const isLate = own.some((event, place) => place > 0 && timeOf(own[place - 1]) > timeOf(event));
    if (isLate) own.sort((a, b) => timeOf(a) - timeOf(b) || a - b);
  }
  return order;
}
function encode(collected) {
  const { order, times, personOf, kindOf, contextOf, people, kinds, contexts } = collected;
  const { length } = order;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let event = 0; event < length; event++) {
    first = Math.min(first, times[event] ?? first);
    last = Math.max(last, times[event] ?? last);
  }
  const isWide = last - first > 4294967295;
  const words = toUuidWords(people.values);
  const ownTimes = isWide ? new Float64Array(length) : new Uint32Array(length);
  const ownKinds = kinds.values.length > 256 ? new Uint16Array(length) : new Uint8Array(length);
  const counts = new Uint16Array(people.values.length);
  const runLengths = [];
  const runContexts = [];
  for (let place = 0; place < length; place++) {
    const event = order[place] ?? 0;
    ownTimes[place] = (times[event] ?? 0) - (isWide ? 0 : first);
    ownKinds[place] = kindOf[event] ?? 0;
    counts[personOf[event] ?? 0] = (counts[personOf[event] ?? 0] ?? 0) + 1;
    const context = contextOf[event] ?? 0;
    const run = runContexts.length - 1;
    if (runContexts[run] === context) {
      runLengths[run] = (runLengths[run] ?? 0) + 1;
    } else {
      runContexts.push(context);
      runLengths.push(1);
    }
  }
  const tables = Buffer.from(
    JSON.stringify({
      kinds: kinds.values,
      contexts: contexts.values,
      people: words ? [] : people.values
    })
  );
  const sections = [
    ownTimes,
    words ?? new Uint32Array(0),
    counts,
    Uint16Array.from(runLengths),
    Uint16Array.from(runContexts),
    ownKinds,
    tables
  ];
  const total = sections.reduce((sum, { byteLength }) => sum + byteLength, HEADER_BYTES);
  const header = {
    format: FORMAT,
    bytes: total,
    events: length,
    people: people.values.length,
    flags: (isWide ? FLAGS.wideTimes : 0) | (ownKinds instanceof Uint16Array ? FLAGS.wideKinds : 0) | (words ? 0 : FLAGS.textPeople),
    runs: runContexts.length,
    tableBytes: tables.byteLength,
    base: first
  };
  const tableLength = kinds.length() + contexts.length();
  return {
    bytes: join(header, sections, total),
    tableLength,
    events: length,
    firstAt: first,
    lastAt: last
  };
}
function join(header, sections, total) {
  const bytes2 = new Uint8Array(total);
  const { base, ...words } = header;
  new Uint32Array(bytes2.buffer, 0, 7).set(Object.values(words));
  new Float64Array(bytes2.buffer, HEADER_BYTES - 8, 1)[0] = base;
  let at = HEADER_BYTES;
  for (const { buffer, byteOffset, byteLength } of sections) {
    bytes2.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes2;
}

// server/src/store/sqlite/reports/chunks.ts
function prepareChunks(db) {
  const selectRows = db.prepare(
    `SELECT ${CHUNK_COLUMNS.join(", ")} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq`
  ).raw();
  const selectStored = db.prepare(
    "SELECT part, first_at AS firstAt, last_at AS lastAt FROM event_chunks"
  );
  const selectBytes = db.prepare("SELECT bytes FROM event_chunks WHERE part = ?").pluck();
  return {
    rowsOf: (part) => selectRows.iterate(...seqsOf(part)),
    storedTimes: () => new Map(selectStored.all().map((row) => [row.part, row])),
    bytesOf: (part) => selectBytes.get(part) ?? null
  };
}
function makeNextChunk(db, { from, to }) {
  const selectNext = db.prepare("SELECT min(seq) FROM events WHERE seq > ?").pluck();
  const { rowsOf, storedTimes } = prepareChunks(db);
  return db.transaction(() => {
    const stored = storedTimes();
    for (let part = from; part < to; part++) {
      if (stored.has(part)) continue;
      const [before] = seqsOf(part);
      const next = selectNext.get(before);
      if (next == null) return null;
      if (partOf(next) > part) part = partOf(next) - 1;
      else return makeChunk(part, rowsOf(part));
    }
    return null;
  })();
}

// server/src/store/sqlite/reports/counts.ts
var within = (column) => `(@from IS NULL OR ${column} >= @from) AND (@to IS NULL OR ${column} <= @to)`;
var countSignups = (db, range) => db.prepare(
  `SELECT date(created_at / 1000, 'unixepoch') AS day, signup_type AS type, count(*) AS count
       FROM notifyme_signups WHERE ${within("created_at")} GROUP BY 1, 2 ORDER BY 1, 2`
).all(range);
var countDecisions = (db, range) => db.prepare(
  `SELECT date(recorded_at / 1000, 'unixepoch') AS day,
              CASE analytics WHEN 1 THEN 'granted' ELSE 'withdrawn' END AS decision, count(*) AS count
       FROM consents WHERE ${within("recorded_at")} GROUP BY 1, 2
       UNION ALL
       SELECT day, 'refused', sum(count) FROM consent_refusals WHERE ${WITHIN_DAYS} GROUP BY day
       ORDER BY 1, 2`
).all({ ...range, ...toDays(range) });
var countPages = (db, range) => db.prepare(
  `SELECT day, path, count FROM page_counts WHERE ${WITHIN_DAYS} ORDER BY day, count DESC, path`
).all(toDays(range));
var WITHIN_DAYS = "(@fromDay IS NULL OR day >= @fromDay) AND (@toDay IS NULL OR day <= @toDay)";
var toDays = ({ from, to }) => ({
  fromDay: from === null ? null : utcDay(from),
  toDay: to === null ? null : utcDay(to)
});

// server/src/store/sqlite/reports/export-rows.ts
var PAGE_ROWS2 = 1e3;
var SOURCES = {
  signups: { table: "notifyme_signups", key: "rowid", time: "created_at" },
  events: { table: "events", key: "seq", time: "occurred_at" },
  consents: { table: "consents", key: "rowid", time: "recorded_at" }
};
async function* exportRows(db, name, { from, to }, onProgress) {
  const { table, key, time } = SOURCES[name];
  const select = db.prepare(
    `SELECT ${key} AS after, * FROM ${table}
     WHERE ${key} > @after AND (@from IS NULL OR ${time} >= @from) AND (@to IS NULL OR ${time} <= @to)
     ORDER BY ${key} LIMIT ${PAGE_ROWS2}`
  );
  const last = db.prepare(`SELECT coalesce(max(${key}), 0) FROM ${table}`).pluck();
  for (let after = 0, all = last.get() ?? 0; ; ) {
    const page = select.all({ after, from, to });
    if (page.length > 0) yield page.map(({ after: _, ...row }) => row);
    if (page.length < PAGE_ROWS2) return;
    after = page.at(-1)?.after ?? after;
    onProgress?.(after, all);
  }
}

// server/src/store/rules/search-text.ts
function toSearchText(search) {
  const folded = Array.from(search, fold).join("");
  const pairs = [...new Set(folded)].map((letter) => [letter.toUpperCase(), letter]).filter(([capital, letter]) => capital !== letter && fold(capital) === letter);
  return {
    like: `%${folded.replace(/[\\%_]/g, "\\$&")}%`,
    capitals: new Map(pairs)
  };
}
function fold(letter) {
  const lower = letter.toLowerCase();
  return [...lower].length === 1 && lower.toUpperCase() === letter ? lower : letter;
}

// server/src/store/sqlite/reports/find-signups.ts
var FOUND = ["name", "email", "youtube_channel", "use_case"].map(
  (column) => `folded(${column}) LIKE @like ESCAPE '\\'`
);
var MATCHES = `(@type IS NULL OR signup_type = @type) AND (@like IS NULL OR ${FOUND.join(" OR ")})`;
function findSignups(db, query) {
  const { search, type, before, limit, offset } = query;
  const { like, capitals } = toSearchText(search ?? "");
  const fold2 = (text2) => text2 === null ? null : String(text2).replace(/\P{ASCII}/gu, (one) => capitals.get(one) ?? one);
  db.function("folded", { deterministic: true }, fold2);
  const filter = { type, like: search === null ? null : like };
  const total = db.prepare(`SELECT count(*) FROM notifyme_signups WHERE ${MATCHES}`).pluck().get(filter);
  const signups2 = db.prepare(
    `SELECT id, name, email, youtube_channel AS youtubeChannel, use_case AS useCase,
              signup_type AS signupType, created_at AS createdAt
       FROM notifyme_signups
       WHERE ${MATCHES} AND (@createdAt IS NULL OR (created_at, id) < (@createdAt, @id))
       ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`
  ).all({
    ...filter,
    limit,
    offset,
    id: before?.id ?? null,
    createdAt: before?.createdAt ?? null
  });
  return { signups: signups2, total: total ?? 0 };
}

// server/src/store/sqlite/reports/latest-events.ts
var latestEvents = (db, limit) => db.prepare(`SELECT ${EVENT_COLUMNS} FROM events ORDER BY seq DESC LIMIT ?`).all(limit).map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));

// server/src/store/chunks/person-numbers.ts
var SLOT_WORDS = 5;
function createPersonNumbers() {
  let size = 2048;
  let slots = new Uint32Array(size * SLOT_WORDS);
  let count = 0;
  const texts = /* @__PURE__ */ new Map();
  const own = new Uint32Array(4);
  const [a = 0, b = 0, c = 0, d3 = 0] = crypto.getRandomValues(new Uint32Array(4));
  function slotOf(words, at) {
    let hash = Math.imul(words[at] ^ a, 2654435761);
    hash = Math.imul(hash ^ hash >>> 15 ^ words[at + 1] ^ b, 2246822507);
    hash = Math.imul(hash ^ hash >>> 15 ^ words[at + 2] ^ c, 3266489909);
    hash = Math.imul(hash ^ hash >>> 15 ^ words[at + 3] ^ d3, 668265263);
    return (hash ^ hash >>> 15) & size - 1;
  }
  function find(words, at) {
    for (let slot = slotOf(words, at); ; slot = slot + 1 & size - 1) {
      const place = slot * SLOT_WORDS;
      if (slots[place + 4] === 0) return place;
      if (slots[place] === words[at] && slots[place + 1] === words[at + 1] && slots[place + 2] === words[at + 2] && slots[place + 3] === words[at + 3]) {
        return place;
      }
    }
  }
  function grow() {
    const old = slots;
    size *= 2;
    slots = new Uint32Array(size * SLOT_WORDS);
    for (let place = 0; place < old.length; place += SLOT_WORDS) {
      if (old[place + 4] === 0) continue;
      slots.set(old.subarray(place, place + SLOT_WORDS), find(old, place));
    }
  }
  function ofUuid(words, at) {
    let place = find(words, at);
    const known = slots[place + 4];
    if (known !== 0) return known - 1;
    if (count * 2 >= size) {
      grow();
      place = find(words, at);
    }
    for (let word = 0; word < 4; word++) slots[place + word] = words[at + word];
    count += 1;
    slots[place + 4] = count;
    return count - 1;
  }
  function ofText(id) {
    if (isUuid(id)) {
      writeUuid(id, own, 0);
      return ofUuid(own, 0);
    }
    const known = texts.get(id);
    if (known !== void 0) return known;
    texts.set(id, count);
    count += 1;
    return count - 1;
  }
  return { ofUuid, ofText };
}

// server/src/store/chunks/read-chunk.ts
var MAX_SHARED = 1e5;
function createChunkReader({ from, to }) {
  const people = createPersonNumbers();
  const kinds = createShared((text2) => {
    const blank = text2.indexOf(" ");
    const nameEnd = blank + 1 + Number(text2.slice(0, blank));
    return new StoredKind(text2.slice(blank + 1, nameEnd), text2.slice(nameEnd));
  });
  const contexts = createShared(toContext);
  const arrays = {
    people: new Uint32Array(PART_EVENTS),
    starts: new Uint32Array(PART_EVENTS + 1),
    times: new Float64Array(PART_EVENTS),
    kinds: new Uint16Array(PART_EVENTS),
    contexts: new Uint16Array(PART_EVENTS)
  };
  return {
    /**
     * Returns null for bytes in the format of another version or machine.
     *
     * @param firstAt the time of the first event
     * @param lastAt the time of the last event
     */
    read(bytes2, { firstAt, lastAt }) {
      const sections = split(bytes2);
      if (!sections) return null;
      const { tables, ...columns } = sections;
      fillPeople(columns.uuids, tables.people);
      fillColumns(columns);
      const [persons, events2] = [columns.counts.length, columns.times.length];
      const isInside = (from === null || firstAt >= from) && (to === null || lastAt <= to);
      const kept = isInside ? { persons, events: events2 } : keepRange(persons);
      return {
        people: arrays.people.subarray(0, kept.persons),
        starts: arrays.starts.subarray(0, kept.persons + 1),
        times: arrays.times.subarray(0, kept.events),
        kinds: arrays.kinds.subarray(0, kept.events),
        kindTable: tables.kinds.map(kinds),
        contexts: arrays.contexts.subarray(0, kept.events),
        contextTable: tables.contexts.map(contexts)
      };
    },
    /** Returns whether some event may have occurred in the range. */
    overlaps: ({ firstAt, lastAt }) => (from === null || lastAt >= from) && (to === null || firstAt <= to)
  };
  function fillPeople(uuids, texts) {
    for (let at = 0; at < uuids.length; at += 4) arrays.people[at >> 2] = people.ofUuid(uuids, at);
    for (let at = 0; at < texts.length; at++) arrays.people[at] = people.ofText(texts[at] ?? "");
  }
  function fillColumns({ base, times, counts, kinds: own, runLengths, runContexts }) {
    arrays.kinds.set(own);
    const { times: ownTimes, starts } = arrays;
    for (let event = 0; event < times.length; event++) {
      ownTimes[event] = base + times[event];
    }
    for (let person = 0, end = 0; person < counts.length; person++) {
      end += counts[person];
      starts[person + 1] = end;
    }
    for (let run = 0, end = 0; run < runLengths.length; run++) {
      const start = end;
      end += runLengths[run] ?? 0;
      arrays.contexts.fill(runContexts[run] ?? 0, start, end);
    }
  }
  function keepRange(persons) {
    const { starts, times } = arrays;
    let [keptPeople, kept, event] = [0, 0, 0];
    for (let person = 0; person < persons; person++) {
      const before = kept;
      for (const end = starts[person + 1] ?? 0; event < end; event++) {
        const time = times[event] ?? 0;
        if (from !== null && time < from || to !== null && time > to) continue;
        times[kept] = time;
        arrays.kinds[kept] = arrays.kinds[event] ?? 0;
        arrays.contexts[kept] = arrays.contexts[event] ?? 0;
        kept += 1;
      }
      if (kept === before) continue;
      arrays.people[keptPeople] = arrays.people[person] ?? 0;
      keptPeople += 1;
      starts[keptPeople] = kept;
    }
    return { persons: keptPeople, events: kept };
  }
}
function split(bytes2) {
  if (bytes2.byteLength < HEADER_BYTES) return null;
  const { buffer, byteOffset } = bytes2.byteOffset % 8 === 0 ? bytes2 : bytes2.slice();
  const header = new Uint32Array(buffer, byteOffset, 7);
  const [format, total, events2 = 0, people = 0, flags = 0, runs = 0, tableBytes = 0] = header;
  if (format !== FORMAT || total !== bytes2.byteLength) return null;
  const has = (flag) => (flags & flag) !== 0;
  let at = byteOffset + HEADER_BYTES;
  const next = (type, length) => {
    const section = new type(buffer, at, length);
    at += length * type.BYTES_PER_ELEMENT;
    return section;
  };
  const isWide = has(FLAGS.wideTimes);
  return {
    base: isWide ? 0 : new Float64Array(buffer, byteOffset + HEADER_BYTES - 8, 1)[0] ?? 0,
    times: isWide ? next(Float64Array, events2) : next(Uint32Array, events2),
    uuids: next(Uint32Array, has(FLAGS.textPeople) ? 0 : people * 4),
    counts: next(Uint16Array, people),
    runLengths: next(Uint16Array, runs),
    runContexts: next(Uint16Array, runs),
    kinds: has(FLAGS.wideKinds) ? next(Uint16Array, events2) : next(Uint8Array, events2),
    tables: JSON.parse(new TextDecoder().decode(next(Uint8Array, tableBytes)))
  };
}
var StoredKind = class {
  name;
  #text;
  #properties;
  constructor(name, text2) {
    this.name = name;
    this.#text = text2;
  }
  get properties() {
    this.#properties ??= JSON.parse(this.#text);
    return this.#properties;
  }
};
function toContext(text2) {
  const values = JSON.parse(text2);
  const [path = null, referrerHost = null, utmSource = null, utmMedium = null] = values;
  const [, , , , utmCampaign = null, utmTerm = null, utmContent = null, viewport = null] = values;
  return {
    path,
    referrerHost,
    utmSource,
    utmMedium,
    utmCampaign,
    utmTerm,
    utmContent,
    viewport
  };
}
function createShared(make) {
  const shared = /* @__PURE__ */ new Map();
  return (text2) => {
    const known = shared.get(text2);
    if (known !== void 0) return known;
    if (shared.size === MAX_SHARED) shared.clear();
    const entry = make(text2);
    shared.set(text2, entry);
    return entry;
  };
}

// server/src/store/sqlite/reports/scan.ts
function scanEvents(db, range, visit, { onProgress, again } = {}) {
  const selectEnds = db.prepare(
    "SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last"
  );
  const { rowsOf, storedTimes, bytesOf } = prepareChunks(db);
  const reader2 = createChunkReader(range);
  function read(part, times) {
    const stored = times.get(part);
    if (stored) {
      if (!reader2.overlaps(stored)) return null;
      const bytes2 = bytesOf(part);
      const chunk = bytes2 && reader2.read(bytes2, stored);
      if (chunk) return chunk;
    }
    const encoded = encodeChunk(rowsOf(part));
    return encoded && reader2.read(encoded.bytes, encoded);
  }
  function scan() {
    const { first, last } = selectEnds.get() ?? {};
    if (first == null || last == null) return;
    const times = storedTimes();
    for (let part = partOf(first); part <= partOf(last); part++) {
      const chunk = read(part, times);
      if (chunk && chunk.people.length > 0) visit(chunk);
      const [, through] = seqsOf(part);
      onProgress?.(Math.min(through, last) - first + 1, last - first + 1);
    }
  }
  db.transaction(() => {
    do
      scan();
    while (again?.());
  })();
}

// server/src/store/sqlite/reports/reader.ts
function openSqliteReader(file2) {
  if (!existsSync(file2)) return null;
  const db = new Sqlite4(file2, { readonly: true, fileMustExist: true });
  return {
    async scanEvents(range, visit, options) {
      scanEvents(db, range, visit, options);
    },
    async makeChunk(parts) {
      return makeNextChunk(db, parts);
    },
    async countSignups(range) {
      return countSignups(db, range);
    },
    async countDecisions(range) {
      return countDecisions(db, range);
    },
    async countPages(range) {
      return countPages(db, range);
    },
    async findSignups(query) {
      return findSignups(db, query);
    },
    async latestEvents(limit) {
      return latestEvents(db, limit);
    },
    exportRows: (table, range, onProgress) => exportRows(db, table, range, onProgress),
    async deliveryState() {
      return readDeliveryState(db);
    },
    async close() {
      db.close();
    }
  };
}

// ../../../tmp/scan10m/chunks.mts
var [, , file] = process.argv;
var store = openSqliteStore(file);
var reader = openSqliteReader(file);
var { complete } = await store.chunkState();
var made = 0;
var bytes = 0;
var makeMs = 0;
var saveMs = 0;
for (let from = 0; ; ) {
  const t = performance.now();
  const chunk = await reader.makeChunk({ from, to: complete });
  const u = performance.now();
  makeMs += u - t;
  if (!chunk) break;
  await store.saveChunk(chunk);
  saveMs += performance.now() - u;
  made++;
  bytes += chunk.bytes?.byteLength ?? 0;
  from = chunk.part + 1;
}
console.log({ complete, made, bytesPerEvent: bytes / made / 16384, makeMs: makeMs / made, saveMs: saveMs / made });
await reader.close();
await store.close();
