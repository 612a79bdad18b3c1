fn fire(cone: u32) {
    if cone > 10 {
        panic!("cone {} is above the limit of 10", cone); // site: fire
    }
}

fn main() {
    fire(12);
}
