//! Where memory comes from. Letters are made of thousands of small texts and some long ones.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
