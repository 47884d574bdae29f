export interface Sample {
  mean: number;
  stddev: number;
  count: number;
}

/** The two-sided P value of Welch's t test; null with fewer than two values, or if none of them differs from another. */
export function welch(a: Sample, b: Sample): number | null {
  if (!(a.count > 1 && b.count > 1)) return null;
  const [u, v] = [a.stddev ** 2 / a.count, b.stddev ** 2 / b.count];
  if (!(u + v > 0)) return null;
  const t = (a.mean - b.mean) / Math.sqrt(u + v);
  const freedom = (u + v) ** 2 / (u ** 2 / (a.count - 1) + v ** 2 / (b.count - 1));
  return regularizedBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** `P <0.001`, `P 0.04`. */
export const formatChance = (p: number) => (p < 0.001 ? 'P <0.001' : `P ${p.toFixed(p < 0.0995 ? 3 : 2)}`);

/** By the continued fraction of the incomplete beta function (Numerical Recipes, 6.4). */
function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

const TINY = 1e-300;

function fraction(x: number, a: number, b: number): number {
  const bounded = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / bounded(1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m <= 300; m++) {
    const before = h;
    for (const step of [(m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)), (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))]) {
      d = 1 / bounded(1 + step * d);
      c = bounded(1 + step / c);
      h *= d * c;
    }
    if (Math.abs(h - before) < 1e-12 * Math.abs(h)) break;
  }
  return h;
}

const LANCZOS = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5];

function logGamma(x: number): number {
  const shifted = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
  const series = LANCZOS.reduce((sum, coefficient, i) => sum + coefficient / (x + 1 + i), 1.000000000190015);
  return Math.log((2.5066282746310005 * series) / x) - shifted;
}
