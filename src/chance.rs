//! Random numbers from a seed that is an argument.
//!
//! Nothing below the doors asks the operating system for random numbers. Code that needs them takes a `Chance`. The same seed gives the
//! same numbers in the same order on every machine, so a test or a replay can repeat what happened. A door draws the seed. It must stay as
//! secret as the reply tokens that are made from it.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::Rng;
use chacha20::rand_core::SeedableRng;

/// Random numbers that depend only on the seed.
pub struct Chance {
    lots: ChaCha20Rng,
}

impl Chance {
    /// Starts from 32 bytes. Two values with the same seed draw the same numbers.
    pub fn from_seed(seed: [u8; 32]) -> Chance {
        Chance { lots: ChaCha20Rng::from_seed(seed) }
    }

    /// The next `N` bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut drawn = [0; N];
        self.lots.fill_bytes(&mut drawn);
        drawn
    }

    /// A number from 0 to `n - 1`, each as likely as the others; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        // Draws above the largest multiple of `n` would favour the small numbers, so they are drawn again. In the worst case this happens
        // to every second draw.
        let fair = u32::MAX - u32::MAX % n;
        loop {
            let drawn = self.lots.next_u32();
            if drawn < fair {
                return drawn % n;
            }
        }
    }
}

/// Keeps the seed and the state out of logs.
impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Chance(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_lots() {
        let mut one = Chance::from_seed([7; 32]);
        let mut two = Chance::from_seed([7; 32]);
        assert_eq!(one.bytes::<10>(), two.bytes::<10>());
        assert_eq!(one.below(1000), two.below(1000));
        let mut other = Chance::from_seed([8; 32]);
        assert_ne!(Chance::from_seed([7; 32]).bytes::<16>(), other.bytes::<16>());
    }

    /// Games that were played must come out the same when they are replayed, whatever package draws the numbers.
    #[test]
    fn a_seed_draws_what_it_has_always_drawn() {
        let mut chance = Chance::from_seed([7; 32]);
        assert_eq!(chance.bytes::<10>(), [244, 0, 146, 120, 87, 170, 246, 65, 20, 245]);
        assert_eq!(chance.below(1 << 31), 1_887_024_044);
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_equally_often() {
        let mut chance = Chance::from_seed([1; 32]);
        let mut seen = [0u32; 6];
        for _ in 0..6_000 {
            seen[chance.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| (800..1200).contains(&times)), "{seen:?}");
        assert_eq!(chance.below(1), 0);
        assert_eq!(chance.below(0), 0);
    }

    #[test]
    fn debug_tells_nothing() {
        assert_eq!(format!("{:?}", Chance::from_seed([9; 32])), "Chance(..)");
    }
}
