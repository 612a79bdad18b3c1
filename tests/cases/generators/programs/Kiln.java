public class Kiln {
    static class TooHot extends RuntimeException {
        TooHot(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static void glaze(String name) {
        throw new IllegalArgumentException("No glaze " + name + " in the cabinet"); // site: glaze
    }

    static void fire(String load) {
        try {
            glaze("tenmoku");
        } catch (IllegalArgumentException error) {
            throw new TooHot("cannot fire " + load, error); // site: fire
        }
    }

    public static void main(String[] args) {
        fire("vase");
    }
}
